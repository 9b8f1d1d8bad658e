import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './graph.module.css';

/** Asks whose graph to show. */
export function UserForm() {
  const navigate = useNavigate();
  const [userId, setUserId] = useState('');
  return (
    <Card className={styles['ask'] ?? ''}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/graph', search: { userId: userId.trim() } });
        }}
      >
        <TextField
          label="User id"
          hint="As your system sends it."
          required
          maxLength={256}
          value={userId}
          onChange={({ target }) => setUserId(target.value)}
        />
        <Button type="submit" variant="primary" disabled={userId.trim() === ''}>
          Show the graph
        </Button>
      </form>
      <p className="muted">
        To see what the engine saw at one moment, open an <Link to="/evaluations">evaluation</Link> and follow its link
        to the graph.
      </p>
    </Card>
  );
}
