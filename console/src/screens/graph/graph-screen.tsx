import { Page } from '../../ui/page.tsx';

export function GraphScreen() {
  return <Page title="Graph">{null}</Page>;
}
