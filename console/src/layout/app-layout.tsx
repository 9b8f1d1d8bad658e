import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { watchIdleness } from '../session/idle.ts';
import { useSession } from '../session/use-session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { VerifyBanner } from './verify-banner.tsx';

/** The frame around every screen behind the sign-in. */
export function AppLayout() {
  const session = useSession();
  const { pathname, href } = useLocation();
  const navigate = useNavigate();
  // The menu of a narrow screen is open on the page it was opened on: it closes with the choice.
  const [menuPath, setMenuPath] = useState<string>();

  useEffect(() => watchIdleness(() => queryClient.clear()), []);
  useEffect(() => {
    if (session) return;
    queryClient.clear();
    void navigate({ to: '/sign-in', search: { next: href, ended: true }, replace: true });
  }, [session, href, navigate]);
  if (!session) return null;

  return (
    <div className="app">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="topbar">
        <button
          className="icon-button menu-button"
          aria-label="Menu"
          aria-expanded={menuPath === pathname}
          aria-controls="navigation"
          onClick={() => setMenuPath(menuPath === pathname ? undefined : pathname)}
        >
          <MenuIcon size={20} aria-hidden />
        </button>
        <span className="brand">
          <img src="/icon.svg" alt="" width={24} height={24} /> Fraud Risk
        </span>
        <AccountMenu session={session} />
      </header>
      <Navigation open={menuPath === pathname} />
      <main id="content" className="content" tabIndex={-1}>
        <VerifyBanner session={session} />
        <Outlet />
      </main>
    </div>
  );
}
