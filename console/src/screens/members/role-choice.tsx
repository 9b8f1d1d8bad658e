import styles from './members.module.css';
import { ROLES, type Role } from './roles.ts';

interface RoleChoiceProps {
  role: Role;
  onRole: (role: Role) => void;
}

/** One of the roles, with what it is for. */
export function RoleChoice({ role: chosen, onRole }: RoleChoiceProps) {
  return (
    <fieldset className={styles['choice']}>
      <legend className="label">Role</legend>
      {ROLES.map(({ role, name, purpose }) => (
        <label key={role} className={styles['option']}>
          <input type="radio" name="role" value={role} checked={role === chosen} onChange={() => onRole(role)} />
          <span>
            <strong>{name}</strong>
            <span className="muted small"> {purpose}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
