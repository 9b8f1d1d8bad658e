import { Page } from '../../ui/page.tsx';

export function AuditLogScreen() {
  return <Page title="Audit log">{null}</Page>;
}
