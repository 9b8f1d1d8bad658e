import { countThreatSubscriptions } from '../../db/queries/threat-subscriptions.ts';
import { registerTenant, signHeaders, anEvent, type Service, type Tenant } from '../support/service.ts';
import { addSubscriber, announceThreats, deliverLater } from '../support/threat-webhooks.ts';
import { expectAnswer, expectEqual, type Attempt, type IsolationCases } from './attempt.ts';

const PATH = '/api/threat-intel/subscriptions';
const UNKNOWN = '01900000-0000-7000-8000-000000000001';

const addOwned = async ({ service, owner }: Attempt) =>
  (await addSubscriber(service.database.db, 'http://127.0.0.1:9/', owner)).subscriptionId;

/** What belongs to another looks exactly as what does not exist. */
async function expectUnknown(
  service: Service,
  stranger: Tenant,
  method: string,
  path: (id: string) => string,
  id: string,
) {
  const answer = await service.call(method, path(id), { token: stranger.token });
  const unknown = await service.call(method, path(UNKNOWN), { token: stranger.token });
  expectAnswer(answer, 404);
  expectEqual(answer.body['message'], unknown.body['message']);
}

export const threatIntelCases: IsolationCases = {
  createThreatSubscription: async ({ service, owner, stranger }) => {
    const body = { url: 'http://127.0.0.1:9/' };
    expectAnswer(await service.call('POST', PATH, { token: stranger.token, body }), 201);
    expectEqual(await countThreatSubscriptions(service.database.db.knex, owner.companyId), 0);
  },
  listThreatSubscriptions: async (attempt) => {
    const { service, owner, stranger } = attempt;
    await addOwned(attempt);
    expectEqual((await service.call('GET', PATH, { token: stranger.token })).body['data']?.toString(), '');
    const own = (await service.call('GET', PATH, { token: owner.token })).body['data'] as unknown[];
    expectEqual(own.length, 1);
  },
  deleteThreatSubscription: async (attempt) => {
    const { service, owner, stranger } = attempt;
    const id = await addOwned(attempt);
    await expectUnknown(service, stranger, 'DELETE', (it) => `${PATH}/${it}`, id);
    expectEqual(await countThreatSubscriptions(service.database.db.knex, owner.companyId), 1);
  },
  listThreatDeliveries: async (attempt) => {
    const id = await addOwned(attempt);
    await expectUnknown(attempt.service, attempt.stranger, 'GET', (it) => `${PATH}/${it}/deliveries`, id);
  },
  redeliverThreat: async (attempt) => {
    const { service, stranger } = attempt;
    const { db } = service.database;
    const id = await addOwned(attempt);
    const foreign = (await addSubscriber(db, 'http://127.0.0.1:9/', stranger)).subscriptionId;
    await announceThreats(db);
    const deliveryId = await deliverLater(db, { companyId: attempt.owner.companyId, subscriptionId: id });
    for (const subscriptionId of [id, foreign]) {
      const path = (it: string) => `${PATH}/${subscriptionId}/deliveries/${it}/redeliver`;
      await expectUnknown(service, stranger, 'POST', path, deliveryId);
    }
  },
  pingThreatSubscription: async (attempt) => {
    const id = await addOwned(attempt);
    await expectUnknown(attempt.service, attempt.stranger, 'POST', (it) => `${PATH}/${it}/ping`, id);
  },
  verifyIngest: async ({ service, owner, stranger }) => {
    // Signed with the owner's own secret: still, the stranger is told what is told of a company that does not exist.
    const ask = async (companyId: string, secret: string) => {
      const body = JSON.stringify(anEvent({ companyId }));
      const options = { token: stranger.token, body, headers: signHeaders(secret, body) };
      return (await service.call('POST', '/api/events/ingest/verify', options)).body;
    };
    // How long the request took to arrive is no difference.
    const strip = ({ valid, wouldAnswer, hints, checks }: Record<string, unknown>) =>
      JSON.stringify([valid, wouldAnswer, hints, checks]).replace(/It is [^.;]* this service's clock/, '');
    const third = await registerTenant(service);
    expectEqual(strip(await ask(owner.companyId, owner.secret)), strip(await ask(UNKNOWN, third.secret)));
  },
};
