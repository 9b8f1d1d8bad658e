import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Attempts } from './attempts.tsx';
import { THREAT_INTEL_KEY, type Delivery } from './queries.ts';
import type { DeliveryStatus } from './search.ts';
import styles from './threat-intel.module.css';

const TONES = { pending: 'warning', delivered: 'good', failed: 'bad', cancelled: 'neutral' } as const satisfies Record<
  DeliveryStatus,
  string
>;

interface DeliveryLineProps {
  subscriptionId: string;
  delivery: Delivery;
  canRedeliver: boolean;
}

/** One message: what came of it so far; opened, each attempt. */
export function DeliveryLine({ subscriptionId, delivery, canRedeliver }: DeliveryLineProps) {
  const { id, status, createdAt, recentAttempts } = delivery;
  const queryClient = useQueryClient();
  const showToast = useToast();
  const redelivery = useMutation({
    mutationFn: () =>
      api.post('/threat-intel/subscriptions/{subscriptionId}/deliveries/{deliveryId}/redeliver', {
        params: { path: { subscriptionId, deliveryId: id } },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: THREAT_INTEL_KEY }),
    onError: (error) => showToast(problemText(error), 'failed'),
  });
  return (
    <li className={styles['line']}>
      <div className={styles['line-head']}>
        <Badge tone={TONES[status]}>{status}</Badge>
        <span className={styles['line-text']}>
          <span>
            Threat of <Time at={createdAt} />
          </span>
          <span className="muted small">{describeProgress(delivery)}</span>
        </span>
        {canRedeliver && (
          <Button
            size="small"
            busy={redelivery.isPending}
            aria-label={`Deliver again: ${id}`}
            onClick={() => redelivery.mutate()}
          >
            Deliver again
          </Button>
        )}
      </div>
      {recentAttempts.length > 0 && <Attempts delivery={delivery} />}
    </li>
  );
}

function describeProgress({ status, attempts, lastError, nextAttemptAt }: Delivery) {
  const count = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  if (status === 'pending') {
    return (
      <>
        {attempts > 0 && `After ${count}, last: ${lastError ?? 'no answer'}; `}next{' '}
        {nextAttemptAt ? <Time at={nextAttemptAt} relative /> : 'soon'}
      </>
    );
  }
  if (status === 'failed') return `After ${count}, last: ${lastError ?? 'no answer'}`;
  if (status === 'cancelled') return 'The endpoint was disabled before it could be delivered';
  return `After ${count}`;
}
