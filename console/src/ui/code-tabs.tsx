import { Tabs } from 'radix-ui';
import { CodeBlock } from './copy-button.tsx';

export interface CodeSample<Language extends string> {
  language: Language;
  label: string;
  code: string;
}

interface CodeTabsProps<Language extends string> {
  /** What the code does, for those who do not see the tabs. */
  label: string;
  samples: readonly CodeSample<Language>[];
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The same lines in several languages, to copy. */
export function CodeTabs<Language extends string>({ label, samples, language, onLanguage }: CodeTabsProps<Language>) {
  return (
    <Tabs.Root className="stack" value={language} onValueChange={(value) => onLanguage(value as Language)}>
      <Tabs.List className="tabs" aria-label={label}>
        {samples.map((sample) => (
          <Tabs.Trigger key={sample.language} className="tab" value={sample.language}>
            {sample.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {samples.map((sample) => (
        <Tabs.Content key={sample.language} value={sample.language}>
          <CodeBlock code={sample.code} label={`${label}: ${sample.label}`} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
