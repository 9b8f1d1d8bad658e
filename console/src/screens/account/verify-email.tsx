import { Page } from '../../ui/page.tsx';

export function VerifyEmailScreen() {
  return <Page title="x">{null}</Page>;
}
