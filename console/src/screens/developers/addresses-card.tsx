import { CopyButton } from '../../ui/copy-button.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './addresses-card.module.css';
import type { Target } from './snippets/snippets.ts';

/** What an integration needs to know first, and where the rest is described. */
export function AddressesCard({ companyId, baseUrl }: Target) {
  return (
    <Card title="Where to send">
      <dl className="facts">
        <dt>Company id</dt>
        <dd>
          <Copyable text={companyId} label="Copy the company id" />
        </dd>
        <dt>Address</dt>
        <dd>
          <Copyable text={baseUrl} label="Copy the address" />
        </dd>
        <dt>Reference</dt>
        <dd>
          <a href="/docs">Every operation, to read and to try</a>
        </dd>
        <dt>OpenAPI 3.1</dt>
        <dd>
          <a href="/api/openapi.json">The same for tools</a>
        </dd>
      </dl>
    </Card>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles['copyable']}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
