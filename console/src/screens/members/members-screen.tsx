import { Page } from '../../ui/page.tsx';

export function MembersScreen() {
  return <Page title="Members">{null}</Page>;
}
