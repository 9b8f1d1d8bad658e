import { getRouteApi } from '@tanstack/react-router';
import { CodeTabs } from '../../ui/code-tabs.tsx';
import { Card } from '../../ui/page.tsx';
import { LANGUAGES, type Language } from './search.ts';
import { writeSnippets, type Target } from './snippets/snippets.ts';

const route = getRouteApi('/app/developers');

/** Lines that send a signed event of this very company. */
export function SnippetsCard({ target }: { target: Target }) {
  const { language = LANGUAGES[0] } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: Language) =>
    void navigate({ search: chosen === LANGUAGES[0] ? {} : { language: chosen }, replace: true, resetScroll: false });
  return (
    <Card title="Send a signed event">
      <p className="muted">
        Run it as it is: it sends one invented order to <code>POST /events/ingest</code> and prints the assessment that
        came of it. The secret is read from the variable <code>SIGNING_SECRET</code>.
      </p>
      <CodeTabs label="Send a signed event" samples={writeSnippets(target)} language={language} onLanguage={choose} />
    </Card>
  );
}
