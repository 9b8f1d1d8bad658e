import { Page } from '../../ui/page.tsx';

export function PlanScreen() {
  return <Page title="Plan and usage">{null}</Page>;
}
