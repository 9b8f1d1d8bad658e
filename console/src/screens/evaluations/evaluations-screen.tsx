import { Page } from '../../ui/page.tsx';

export function EvaluationsScreen() {
  return <Page title="Explorer">{null}</Page>;
}
