import { useQuery } from '@tanstack/react-query';
import { policyQuery } from '../../api/policy-query.ts';
import { Page } from '../../ui/page.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { Async } from '../../ui/states.tsx';
import { PolicyForm } from './policy-form.tsx';

/** What is done with a score: thresholds, mode, guards and who makes the score. */
export function PolicyScreen() {
  return (
    <Page title="Policy" lead="What is done with a score. A change applies from the next assessment on.">
      <Permitted to="policy:manage">
        <LoadedPolicy />
      </Permitted>
    </Page>
  );
}

function LoadedPolicy() {
  const policy = useQuery(policyQuery());
  return (
    <Async query={policy} lines={12}>
      {(current) => <PolicyForm current={current} />}
    </Async>
  );
}
