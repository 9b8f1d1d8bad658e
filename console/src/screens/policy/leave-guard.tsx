import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** Asks before unsaved changes are left behind; a session that ends asks nobody. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && next.pathname !== current.pathname && next.pathname !== '/sign-in',
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes of the policy are not saved and would be lost."
      confirmLabel="Leave without saving"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
