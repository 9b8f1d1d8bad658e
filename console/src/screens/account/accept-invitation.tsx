import { Page } from '../../ui/page.tsx';

export function AcceptInvitationScreen() {
  return <Page title="x">{null}</Page>;
}
