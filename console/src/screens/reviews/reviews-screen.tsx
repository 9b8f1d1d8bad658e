import { Page } from '../../ui/page.tsx';

export function ReviewsScreen() {
  return <Page title="Reviews">{null}</Page>;
}
