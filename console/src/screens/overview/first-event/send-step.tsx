import { Tabs } from 'radix-ui';
import { useSession } from '../../../session/use-session.ts';
import { CodeBlock } from '../../../ui/copy-button.tsx';
import { curlExample, nodeExample } from './event-examples.ts';

const EXAMPLES = [
  { value: 'shell', label: 'Shell', code: curlExample },
  { value: 'node', label: 'Node.js', code: nodeExample },
];

/** Complete programs that send one event. */
export function SendStep({ secret }: { secret: string | undefined }) {
  const companyId = useSession()?.companyId ?? '';
  const target = { url: `${location.origin}/api/events/ingest`, companyId, secret };
  return (
    <>
      <p className="muted">
        {secret
          ? 'It is ready to run: your company and your secret are in it.'
          : 'Put your signing secret into the first line, then run it.'}
      </p>
      <Tabs.Root defaultValue="shell">
        <Tabs.List className="tabs" aria-label="Language">
          {EXAMPLES.map(({ value, label }) => (
            <Tabs.Trigger key={value} value={value} className="tab">
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {EXAMPLES.map(({ value, label, code }) => (
          <Tabs.Content key={value} value={value}>
            <CodeBlock code={code(target)} label={`${label}: send a signed event`} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}
