type Json = Record<string, unknown>;

/** Spec section 9: the product release; the base path carries no version. */
const RELEASE = '1.2.0';

const DESCRIPTION = `Merchants' servers ask for a verdict on a transaction (\`POST /risk-engine/assess\`), stream signed business events
(\`POST /events/ingest\`) and report outcomes (\`POST /risk-engine/feedback\`). Every answer is a stored assessment: a score
from 0 to 100, an action (allow, review or block), a severity, reason codes and the contributions behind the score.

**Start:** register a company, which signs its admin in; send the access token as \`Authorization: Bearer …\`; generate a
signing secret for events with \`POST /auth/webhook-secret/regenerate\`.

**Conventions:** JSON in UTF-8, field names in camelCase, times in ISO 8601 UTC, ids as UUIDs, money as an integer of minor
currency units. Request bodies are at most 1 MiB. Data belongs to one company; another company's id is answered like one
that does not exist.

**Errors:** every error has the same body: \`statusCode\`, \`code\`, \`message\`, \`requestId\`, and \`details\` when
validation failed. Decide by \`code\`; quote \`requestId\` (also the header \`x-request-id\`) when you ask for help. With 429
and 503, wait for \`Retry-After\` seconds.

**Lists:** \`page\` from 1 and \`limit\` up to 100 (20 by default); the answer is \`{ data, meta: { total, page, limit,
totalPages } }\`.

**Versioning:** the path carries no version. Releases only add: new endpoints, optional fields, keys of
\`featureContributions\`, words of lists. Ignore what you do not know. \`engineVersion\` names the release that scored.`;

export const INFO: Json = {
  title: 'Fraud Risk Assessment API',
  version: RELEASE,
  description: DESCRIPTION,
  license: { name: 'MIT', identifier: 'MIT' },
};

/** What the groups of operations are about; one that is not here is shown by its name alone. */
const TAGS: Readonly<Record<string, string>> = {
  Authentication: 'Companies, sessions, and the signing secret of events',
  Members: 'Who belongs to the company: invitations and roles',
  'Event ingestion': 'Signed business events, from which velocity, graph and history are learned',
  'Risk engine': 'Live verdicts, and the outcomes they are recalibrated by',
  Evaluations: 'Stored assessments, to search and to look at',
  Analytics: 'What was assessed and decided, in numbers',
  Policy: "How the company's thresholds turn scores into actions",
  Reviews: 'Cases that analysts open on assessments, move on and close',
  'Graph explorer': 'Users and what they share, two hops around an assessment or a user',
  'Audit logs': 'Who changed which setting, from what to what',
  'Threat intelligence': 'Webhooks that tell of new global threats, signed as Standard Webhooks prescribe',
  Subscriptions: 'The plan of the company and its usage',
  Plans: 'What can be subscribed to',
  Billing: 'Subscribing through a billing provider, and what the provider reports back',
};

export function describeTags(names: Iterable<string>): Json[] {
  return [...new Set(names)].map((name) => ({ name, ...(TAGS[name] && { description: TAGS[name] }) }));
}
