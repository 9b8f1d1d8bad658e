import test from 'ava';
import { describeEnrichment } from '../../api/graph/enrichment.ts';
import { assess, ingest, registerTenant, startService, type Service } from '../support/service.ts';
import { assessed, exploreAssessment, exploreUser, graphOf } from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const IDS = ['ada@example.com', '+14155550100', '203.0.113.7', '2001:db8::17', '4155550100', '(415) 555-0199'];

test('user ids that are personal data are masked in properties and replaced by their hash in ids', async (t) => {
  const tenant = await registerTenant(service);
  for (const userId of IDS) await assess(service, tenant, { userId, deviceFingerprint: 'device-1' });
  for (const userId of IDS) {
    const fields = { userId, deviceFingerprint: 'device-1', email: 'ada@example.com', ipAddress: '203.0.113.7' };
    const id = await assessed(service, tenant, { ...fields, phoneNumber: '+14155550100' });
    const answers = [await exploreAssessment(service, tenant, id), await exploreUser(service, tenant, userId)];
    for (const answer of answers) {
      const graph = graphOf(answer);
      const json = JSON.stringify(answer.body);
      t.deepEqual(
        IDS.filter((raw) => json.includes(raw)),
        [],
      );
      const [seed] = graph.nodes;
      const key = service.dependencies.hasher.hash(`user:${tenant.companyId}`, userId);
      t.is(seed?.id, `riskuser::${key}`);
      t.is(seed?.properties['user_id'], `${userId.slice(0, 3)}***${userId.slice(-2)}`);
      t.is(seed?.properties['user_id'], graph.meta.seedUserId);
      t.is(graph.nodes.filter(({ group }) => group === 'riskuser').length, IDS.length);
    }
  }
});

test('indicator hashes are not masked, nor are plain user ids', async (t) => {
  const tenant = await registerTenant(service);
  const { body } = await ingest(service, tenant, { userId: '1234567', metadata: { ipAddress: '203.0.113.9' } });
  const { assessmentId } = body['assessment'] as { assessmentId: string };
  const { nodes } = graphOf(await exploreAssessment(service, tenant, assessmentId));
  const hash = service.dependencies.hasher.hash('ip', '203.0.113.9');
  t.is(nodes[0]?.id, 'riskuser::1234567');
  t.like(nodes[1]?.properties, { indicator_type: 'ip', indicator_hash: hash });
});

test('what was put into the fields of card BIN and country by mistake is not shown', (t) => {
  const contexts = [
    { cardBin: '4111 1111 1111 1111', country: 'us' },
    { cardBin: '52000012', country: 'Côte d’Ivoire' },
    { cardBin: 'ada@example.com', country: 'ada@example.com' },
    { cardBin: '203.0.113.7', country: '203.0.113.7' },
    { cardBin: null, country: '2001:db8::1' },
    { cardBin: '411111', country: '+14155550100' },
    { cardBin: '12', country: '' },
    {},
  ];
  t.deepEqual(describeEnrichment(contexts), {
    cardBins: ['411111', '52000012'],
    countries: ['Côte d’Ivoire', 'US'],
  });
});
