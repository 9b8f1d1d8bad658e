import { Page } from '../../ui/page.tsx';

export function ThreatIntelScreen() {
  return <Page title="Threat intelligence">{null}</Page>;
}
