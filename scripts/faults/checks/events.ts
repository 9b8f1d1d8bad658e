import type { Database } from '../../../db/connect.ts';
import { listAccepted, type SentEvent } from '../load/ledger.ts';
import { checkNone, checkNumber, readNumber, type Check, type Outcome } from './check.ts';

/** Every accepted event is stored once with its assessment and its history, as it was answered, and nothing else is. */
export async function checkEvents({ ledger, db }: Outcome): Promise<Check[]> {
  const accepted = listAccepted(ledger);
  const stored = await listStored(db);
  const wrong = accepted.flatMap((event) => compare(event, stored.get(event.key) ?? []));
  return [
    checkNumber('events: accepted of those sent', ledger.events.length, accepted.length),
    checkNone('events: not stored as they were answered', wrong),
    checkNumber('events: rows', accepted.length, await readNumber(db, 'select count(*) from events')),
    checkNumber('events: keys', accepted.length, await readNumber(db, 'select count(*) from event_keys')),
    checkNumber('events: assessments', accepted.length, await readNumber(db, 'select count(*) from assessments')),
    checkNumber('events: activity not written once', 0, await readNumber(db, ACTIVITY_NOT_ONCE)),
  ];
}

/** All answers to one event are the same, and only one of them, if it arrived, was the first. */
export function checkDuplicates({ ledger }: Outcome): Check[] {
  const accepted = listAccepted(ledger);
  const answers = accepted.reduce((sum, event) => sum + event.answers.length, 0);
  const differing = accepted.filter(({ answers: [first, ...others] }) =>
    others.some((other) => other.id !== first?.id || !isSame(other.assessment, first.assessment)),
  );
  const accepting = accepted.filter((event) => event.answers.filter(({ duplicate }) => !duplicate).length > 1);
  return [
    checkNumber('duplicates: answered', ledger.events.length + ledger.duplicates, answers),
    checkNone('duplicates: answered with something else', differing.map(nameOf)),
    checkNone('duplicates: accepted twice', accepting.map(nameOf)),
  ];
}

interface StoredEvent {
  key: string;
  companyId: string;
  eventId: string;
  assessmentId: string;
  riskScore: number;
}

/** What hangs together; by key, which is unique over all companies here. */
async function listStored({ pool }: Pick<Database, 'pool'>): Promise<Map<string, StoredEvent[]>> {
  const { rows } = await pool.query<StoredEvent>(`
    select e.idempotency_key as key, e.company_id as "companyId", e.id as "eventId", a.id as "assessmentId",
      a.risk_score as "riskScore"
    from events e
    join event_keys k on k.company_id = e.company_id and k.idempotency_key = e.idempotency_key and k.event_id = e.id
      and k.assessment_id = e.assessment_id
    join assessments a on a.company_id = e.company_id and a.id = e.assessment_id and a.event_id = e.id`);
  const byKey = new Map<string, StoredEvent[]>();
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  return byKey;
}

function compare(event: SentEvent, stored: readonly StoredEvent[]): string[] {
  const [row, second] = stored;
  if (!row || second) return [`${nameOf(event)}: stored ${stored.length} times`];
  const [answer] = event.answers;
  const agrees =
    row.companyId === event.tenant.companyId &&
    row.eventId === answer?.id &&
    row.assessmentId === answer.assessment.assessmentId &&
    row.riskScore === answer.assessment.riskScore;
  return agrees ? [] : [`${nameOf(event)}: stored as ${JSON.stringify(row)}, answered ${JSON.stringify(answer)}`];
}

/** One row for the user, one for the company and one for each indicator, of each assessment. */
const ACTIVITY_NOT_ONCE = `
  select count(*) from assessments a
  left join (select assessment_id, count(*) as rows, count(distinct entity_key) as entities from activity group by 1) h
    on h.assessment_id = a.id
  where (h.rows, h.entities) is distinct from
    (2 + jsonb_array_length(a.indicators -> 'indicators'), 2 + jsonb_array_length(a.indicators -> 'indicators'))`;

/** Fields may come in another order from the database. */
function isSame(one: object, other: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

function nameOf({ eventType, key }: SentEvent): string {
  return `${eventType} ${key}`;
}
