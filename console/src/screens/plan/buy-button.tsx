import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { renewSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useToast } from '../../ui/toast.tsx';
import { subscriptionQuery, type OfferedPlan } from './queries.ts';

interface BuyButtonProps {
  provider: OfferedPlan['providers'][number];
  planCode: string;
  planName: string;
  isCurrent: boolean;
}

const PROVIDER_NAMES = { stripe: 'Stripe', razorpay: 'Razorpay', sandbox: 'the sandbox' };
const POLL_MS = 2_000;

/** Opens a checkout in a window of its own, and waits for the word of the provider. */
export function BuyButton({ provider, planCode, planName, isCurrent }: BuyButtonProps) {
  const client = useQueryClient();
  const toast = useToast();
  const buy = useMutation({
    mutationFn: () =>
      api.post('/billing/{provider}/subscriptions', { params: { path: { provider } }, body: { planCode } }),
  });
  const bought = buy.data?.subscription.id;
  const isWaiting = bought !== undefined;
  useQuery({
    queryKey: ['subscription', 'bought', bought],
    enabled: isWaiting,
    refetchInterval: POLL_MS,
    queryFn: async () => {
      const { id } = (await api.get('/subscriptions/me').catch(() => undefined)) ?? {};
      if (id !== bought) return false;
      buy.reset();
      toast(`Your company is on the plan ${planName} now.`);
      // What the plan includes is part of the session.
      await Promise.all([client.invalidateQueries(subscriptionQuery), renewSession()]);
      return true;
    },
  });
  return (
    <div className="stack">
      <Button variant={isCurrent ? 'secondary' : 'primary'} busy={buy.isPending} onClick={() => buy.mutate()}>
        {isCurrent ? 'Buy again' : `Buy ${planName}`} through {PROVIDER_NAMES[provider]}
      </Button>
      {buy.data && (
        <p className="notice" role="status">
          <a href={buy.data.shortUrl} target="_blank" rel="noreferrer">
            Open the checkout
          </a>{' '}
          and pay there. This page waits for the provider to tell that you did.
        </p>
      )}
      <Failure error={buy.error} />
    </div>
  );
}
