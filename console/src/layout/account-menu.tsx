import { useNavigate } from '@tanstack/react-router';
import { CircleUser, LogOut } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { endSession, revokeSession, type Session } from '../session/session.ts';
import { readTheme, setTheme, type Theme } from '../theme.ts';

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Who is signed in and where, the theme, and the way out. */
export function AccountMenu({ session }: { session: Session }) {
  const navigate = useNavigate();
  const [theme, setShownTheme] = useState(readTheme);
  const choose = (value: string) => {
    setTheme(value as Theme);
    setShownTheme(value as Theme);
  };
  const leave = async () => {
    await revokeSession();
    // Away from here first: who is here without a session is asked to sign in and come back.
    await navigate({ to: '/sign-in' });
    endSession();
    queryClient.clear();
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="account-button">
        <CircleUser size={18} aria-hidden />
        <span className="account-name">{session.companyName}</span>
        <span className="visually-hidden">: account menu</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          <div className="menu-head">
            <strong>{session.fullName ?? session.email}</strong>
            <span className="muted small">
              {session.email}, {session.role}
            </span>
            <span className="muted small mono">company {session.companyId}</span>
          </div>
          <DropdownMenu.Separator className="menu-separator" />
          <DropdownMenu.RadioGroup value={theme} onValueChange={choose} aria-label="Theme">
            {THEMES.map(({ value, label }) => (
              <DropdownMenu.RadioItem key={value} value={value} className="menu-item">
                <DropdownMenu.ItemIndicator className="menu-mark">●</DropdownMenu.ItemIndicator>
                {label}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="menu-separator" />
          <DropdownMenu.Item className="menu-item" onSelect={() => void leave()}>
            <LogOut size={16} aria-hidden /> Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
