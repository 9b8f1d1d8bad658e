import { Page } from '../../ui/page.tsx';

export function DevelopersScreen() {
  return <Page title="Developers">{null}</Page>;
}
