import { useSession } from '../../session/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { AddressesCard } from './addresses-card.tsx';
import { SignatureDoctor } from './doctor/signature-doctor.tsx';
import { SigningSecretCard } from './signing-secret-card.tsx';
import { SnippetsCard } from './snippets-card.tsx';
import { TypedClientCard } from './typed-client-card.tsx';

export function DevelopersScreen() {
  const target = { companyId: useSession()?.companyId ?? '', baseUrl: `${location.origin}/api` };
  return (
    <Page title="Developers" lead="Connect your systems: sign events, send them, and find out why one was refused.">
      <Permitted to="webhook-secret:manage">
        <div className="columns">
          <SigningSecretCard />
          <AddressesCard {...target} />
        </div>
        <SnippetsCard target={target} />
        <SignatureDoctor />
        <TypedClientCard baseUrl={target.baseUrl} />
      </Permitted>
    </Page>
  );
}
