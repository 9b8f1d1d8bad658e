import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatCount, formatShare } from '../../format/numbers.ts';
import { Badge } from '../../ui/badges.tsx';
import { Card } from '../../ui/page.tsx';
import { ENTITIES, ENTITY_NAMES, isTrue, numberOf, type Entity } from './explain/contributions.ts';
import styles from './evaluation.module.css';

type Detail = Schemas['EvaluationDetail'];
type Context = Schemas['RequestContext'];

/** What the request said of each indicator, masked. */
const MASKED: Readonly<Record<Exclude<Entity, 'user'>, (context: Context) => string | undefined>> = {
  device: (context) => context.deviceFingerprint,
  ip: (context) => context.ipAddress,
  email: (context) => context.email,
  phone: (context) => context.phoneNumber,
  payment: (context) => context.paymentMethodHash,
  cardBin: (context) => context.cardDetails?.bin,
  address: (context) => context.shippingAddressHash,
};

/** What was known of the user and of each indicator when it was assessed. */
export function IndicatorTable({ evaluation }: { evaluation: Detail }) {
  const seen = ENTITY_NAMES.filter(
    (entity) => numberOf(evaluation.featureContributions, `${entity}Events24h`) !== undefined,
  );
  if (seen.length === 0) return null;
  return (
    <Card title="User and indicators, as known then">
      <div className={`table-scroll ${styles['indicators']}`} role="region" aria-label="Indicators" tabIndex={0}>
        <table className="table number">
          <thead>
            <tr>
              <th scope="col">Indicator</th>
              <th scope="col">Users</th>
              <th scope="col">New (24 h)</th>
              <th scope="col">Events (24 h)</th>
              <th scope="col">Confirmed fraud</th>
              <th scope="col">Expected fraud</th>
            </tr>
          </thead>
          <tbody>
            {seen.map((entity) => (
              <IndicatorRow key={entity} entity={entity} evaluation={evaluation} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function IndicatorRow({ entity, evaluation }: { entity: Entity; evaluation: Detail }) {
  const { featureContributions: contributions, requestContext, userId } = evaluation;
  const masked = entity === 'user' ? userId : MASKED[entity](requestContext);
  const fraudRate = numberOf(contributions, `${entity}FraudRate`);
  const count = (signal: string) => {
    const value = numberOf(contributions, `${entity}${signal}`);
    return value === undefined ? '–' : formatCount(value);
  };
  return (
    <tr>
      <th scope="row">
        {ENTITIES[entity]}
        {masked && <span className={`muted small mono ${styles['masked']}`}>{masked}</span>}
      </th>
      <td>{count('Connections')}</td>
      <td>{count('NewConnections24h')}</td>
      <td>{count('Events24h')}</td>
      <td>
        {count('ConfirmedFraud')}
        {isTrue(contributions, `${entity}GlobalThreat`) && <Badge tone="bad">global threat</Badge>}
      </td>
      <td>{fraudRate === undefined ? '–' : formatShare(fraudRate)}</td>
    </tr>
  );
}
