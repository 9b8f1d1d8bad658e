import { useState } from 'react';
import { CodeTabs } from '../../../ui/code-tabs.tsx';
import { CodeBlock } from '../../../ui/copy-button.tsx';
import { Card } from '../../../ui/page.tsx';
import { LANGUAGES, VERIFY_SNIPPETS, type Language } from './verify-snippets.ts';

const MESSAGE = `{
  "type": "threat.indicator.created",
  "timestamp": "2026-01-31T12:00:00.000Z",
  "data": {
    "indicatorHash": "5b0d3c4e-8f1a-5c2d-9e3f-7a6b5c4d3e2f",
    "indicatorType": "device",
    "confidence": 0.97,
    "firstSeenAt": "2026-01-30T08:15:00.000Z"
  }
}`;

/** What arrives at an endpoint, and how it finds out that it is genuine. */
export function VerifyCard() {
  const [language, setLanguage] = useState<Language>(LANGUAGES[0]);
  return (
    <Card title="What arrives, and how to check it">
      <p className="muted">
        Deliveries follow the <strong>Standard Webhooks</strong> specification, so its libraries check them too (npm and
        PyPI: <code>standardwebhooks</code>). Answer with 2xx within 10 seconds; after anything else it is tried again,
        with growing waits, eight times in all. The same <code>webhook-id</code> may come twice. An endpoint that
        answers 410 is never called again.
      </p>
      <CodeBlock label="A message" code={MESSAGE} />
      <CodeTabs label="Check a delivery" samples={VERIFY_SNIPPETS} language={language} onLanguage={setLanguage} />
    </Card>
  );
}
