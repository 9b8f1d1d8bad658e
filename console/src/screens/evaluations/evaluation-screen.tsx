import { Page } from '../../ui/page.tsx';

export function EvaluationScreen() {
  return <Page title="Evaluation">{null}</Page>;
}
