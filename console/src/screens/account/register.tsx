import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ChangeEvent, type FormEvent } from 'react';
import { api } from '../../api/client.ts';
import { PublicLayout } from '../../layout/public-layout.tsx';
import { signIn } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { rememberAccount } from './last-account.ts';

const EMPTY = { companyName: '', fullName: '', email: '', password: '' };

export function RegisterScreen() {
  const navigate = useNavigate();
  const [form, setForm] = useState(EMPTY);
  const attempt = useMutation({
    mutationFn: async () => {
      const { fullName, ...required } = form;
      const body = { ...required, ...(fullName && { fullName }) };
      const { companyId } = await api.post('/auth/register-company-admin', { body });
      rememberAccount({ companyId, email: form.email });
      await signIn({ companyId, email: form.email, password: form.password });
    },
    onSuccess: () => navigate({ to: '/' }),
  });
  const bind = (name: keyof typeof EMPTY) => ({
    value: form[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setForm({ ...form, [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <PublicLayout title="Register a company">
      <p className="muted">You become its first admin, on a trial plan with every feature.</p>
      <form className="form" onSubmit={submit}>
        <TextField label="Company" required maxLength={200} autoComplete="organization" {...bind('companyName')} />
        <TextField label="Your name (optional)" maxLength={200} autoComplete="name" {...bind('fullName')} />
        <TextField label="E-mail address" type="email" required autoComplete="username" {...bind('email')} />
        <TextField
          label="Password"
          hint="At least 8 characters"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          {...bind('password')}
        />
        <Failure error={attempt.error} />
        <Button type="submit" variant="primary" busy={attempt.isPending}>
          Register
        </Button>
      </form>
      <p>
        <Link to="/sign-in">Sign in instead</Link>
      </p>
    </PublicLayout>
  );
}
