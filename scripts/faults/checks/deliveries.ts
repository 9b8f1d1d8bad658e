import { checkNone, checkNumber, readNumber, type Check, type Outcome } from './check.ts';

/** Every announced threat reached every subscriber, who may see it twice but never in two forms. */
export async function checkDeliveries({ db, receiver }: Outcome): Promise<Check[]> {
  const { rows } = await db.pool.query<{ id: string; status: string }>('select id, status from threat_deliveries');
  const made = new Set(rows.map(({ id }) => id));
  const delivered = rows.filter(({ status }) => status === 'delivered');
  const unseen = delivered.filter(({ id }) => !receiver.deliveries.get(id)?.accepted);
  const unknown = [...receiver.deliveries.keys()].filter((id) => !made.has(id));
  return [
    checkNumber('deliveries: made', await readNumber(db, EVENTS_BY_SUBSCRIPTIONS), rows.length),
    checkNumber('deliveries: marked as delivered', rows.length, delivered.length),
    checkNone(
      'deliveries: marked but never accepted',
      unseen.map(({ id }) => id),
    ),
    checkNone('deliveries: received but never made', unknown),
    checkNone('deliveries: not signed, or changed', receiver.wrong),
    checkNumber('deliveries: not one successful attempt', 0, await readNumber(db, NOT_ONE_SUCCESS)),
    checkNumber('deliveries: attempts miscounted', 0, await readNumber(db, ATTEMPTS_MISCOUNTED)),
  ];
}

/** All subscriptions are there before the first threat. */
const EVENTS_BY_SUBSCRIPTIONS =
  'select (select count(*) from threat_events) * (select count(*) from threat_subscriptions)';

const NOT_ONE_SUCCESS = `
  select count(*) from threat_deliveries d
  where d.status = 'delivered' and 1 <> (select count(*) from threat_delivery_attempts a
    where a.company_id = d.company_id and a.delivery_id = d.id and a.status_code between 200 and 299)`;

const ATTEMPTS_MISCOUNTED = `
  select count(*) from threat_deliveries d
  where d.attempts <> (select count(*) from threat_delivery_attempts a
    where a.company_id = d.company_id and a.delivery_id = d.id)`;
