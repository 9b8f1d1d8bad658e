import { Page } from '../../ui/page.tsx';

export function PolicyScreen() {
  return <Page title="Policy">{null}</Page>;
}
