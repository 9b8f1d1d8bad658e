import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiProblem } from '../../../../clients/typescript/src/api-problem.ts';
import { PublicLayout } from '../../layout/public-layout.tsx';
import { signIn } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { readLastAccount, rememberAccount } from './last-account.ts';

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { next, ended, companyId } = route.useSearch();
  const navigate = useNavigate();
  const [account, setAccount] = useState(() => ({ ...readLastAccount(), ...(companyId && { companyId }) }));
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: async () => {
      const response = await signIn({ ...account, password });
      if (!response.ok) throw new ApiProblem(response, await response.json().catch(() => undefined));
    },
    onSuccess: () => {
      rememberAccount(account);
      return navigate({ href: next ?? '/' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <PublicLayout title="Sign in">
      {ended && <p className="notice">Your session has ended. Sign in to go on where you were.</p>}
      <form className="form" onSubmit={submit}>
        <TextField
          label="Company id"
          hint="From the registration, or from whoever invited you"
          required
          autoComplete="organization"
          spellCheck={false}
          value={account.companyId}
          onChange={(event) => setAccount({ ...account, companyId: event.target.value.trim() })}
        />
        <TextField
          label="E-mail address"
          type="email"
          required
          autoComplete="username"
          value={account.email}
          onChange={(event) => setAccount({ ...account, email: event.target.value })}
        />
        <TextField
          label="Password"
          type="password"
          required
          minLength={8}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Failure error={attempt.error} />
        <Button type="submit" variant="primary" busy={attempt.isPending}>
          Sign in
        </Button>
      </form>
      <p className="row">
        <a href="/account/forgot-password">Forgot the password?</a>
        <Link to="/register">Register a company</Link>
      </p>
    </PublicLayout>
  );
}
