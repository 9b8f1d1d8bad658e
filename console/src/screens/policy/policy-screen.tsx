import { useQuery } from '@tanstack/react-query';
import { policyQuery } from '../../api/policy-query.ts';
import { Page } from '../../ui/page.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { Async } from '../../ui/states.tsx';
import { PolicyForm } from './policy-form.tsx';

export function PolicyScreen() {
  return (
    <Page title="Policy" lead="What is allowed, reviewed and blocked. A change applies to the next assessment.">
      <Permitted to="policy:manage">
        <LoadedPolicy />
      </Permitted>
    </Page>
  );
}

function LoadedPolicy() {
  // Not asked again by itself: what somebody else changes meanwhile is told when this is saved.
  const query = useQuery({ ...policyQuery(), staleTime: Infinity, refetchOnMount: 'always' });
  return <Async query={query}>{(policy) => <PolicyForm policy={policy} />}</Async>;
}
