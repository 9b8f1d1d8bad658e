import { Page } from '../../ui/page.tsx';

export function OverviewScreen() {
  return <Page title="Overview">{null}</Page>;
}
