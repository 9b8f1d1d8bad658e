import { CodeBlock } from '../../ui/copy-button.tsx';
import { Card } from '../../ui/page.tsx';

/** What calling the API looks like with types. */
export function TypedClientCard({ baseUrl }: { baseUrl: string }) {
  return (
    <Card title="Typed client">
      <p className="muted">
        For TypeScript on Node.js 20 and on edge runtimes: it signs events, renews access tokens and repeats while the
        service is busy. It is the folder <code>clients/typescript</code> of the service;{' '}
        <code>npm run build:client</code> builds it.
      </p>
      <CodeBlock label="The typed client" code={writeClientOutline(baseUrl)} />
    </Card>
  );
}

function writeClientOutline(baseUrl: string): string {
  return `import { createFraudRiskClient } from '@fraud-risk/client';

const client = createFraudRiskClient({
  baseUrl: '${baseUrl}',
  signingSecret: process.env.SIGNING_SECRET,
});

// Signed, and repeated with a new nonce while the service is busy.
const { assessment } = await client.ingestEvent(event);

// Every other operation by its path, with what it takes and answers as types.
await client.login({ companyId, email, password });
const { action, riskScore } = await client.post('/risk-engine/assess', { body: transaction });
const { data } = await client.get('/risk-engine/evaluations', { params: { query: { action: 'block' } } });
`;
}
