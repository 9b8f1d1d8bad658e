import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { usePermission, useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog, type Invitee } from './invite-dialog.tsx';
import { MembersCard } from './members-card.tsx';
import { RolesCard } from './roles-card.tsx';

const NOBODY: Invitee = { email: '', role: 'analyst' };

export function MembersScreen() {
  const session = useSession();
  const mayManage = usePermission('members:manage');
  const [invitee, setInvitee] = useState<Invitee>();
  return (
    <Page
      title="Members"
      lead={`Who can sign in to ${session?.companyName ?? 'your company'}, and what they may do.`}
      actions={
        mayManage && (
          <Button variant="primary" onClick={() => setInvitee(NOBODY)}>
            <UserPlus size={16} aria-hidden /> Invite a person
          </Button>
        )
      }
    >
      <Permitted to="members:manage">
        <MembersCard />
        <div className="columns">
          <InvitationsCard onInviteAgain={setInvitee} />
          <RolesCard />
        </div>
        {invitee && <InviteDialog invitee={invitee} onClose={() => setInvitee(undefined)} />}
      </Permitted>
    </Page>
  );
}
