import { Check, Minus } from 'lucide-react';
import { Card } from '../../ui/page.tsx';
import styles from './members.module.css';
import { DUTIES, ROLES } from './roles.ts';

export function RolesCard() {
  return (
    <Card title="What each role may do">
      <table className={`table ${styles['roles']}`}>
        <thead>
          <tr>
            <th scope="col">May</th>
            {ROLES.map(({ role, name }) => (
              <th key={role} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DUTIES.map(({ permission, text, roles }) => (
            <tr key={permission}>
              <th scope="row">{text}</th>
              {ROLES.map(({ role }) => (
                <td key={role}>
                  <Mark has={roles.includes(role)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Mark({ has }: { has: boolean }) {
  return (
    <>
      {has ? <Check size={17} className={styles['has']} aria-hidden /> : <Minus size={17} aria-hidden />}
      <span className="visually-hidden">{has ? 'yes' : 'no'}</span>
    </>
  );
}
