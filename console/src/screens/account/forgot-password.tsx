import { Page } from '../../ui/page.tsx';

export function ForgotPasswordScreen() {
  return <Page title="x">{null}</Page>;
}
