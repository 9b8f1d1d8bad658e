import test from 'ava';
import { DUTIES, ROLES } from '../../console/src/screens/members/roles.ts';
import { ROLE_PERMISSIONS, ROLES as ALL_ROLES } from '../../engine/vocabulary.ts';

test('what the console says of the roles is what the service gives them', (t) => {
  t.deepEqual(ROLES.map(({ role }) => role).sort(), [...ALL_ROLES].sort());
  for (const role of ALL_ROLES) {
    const told = DUTIES.filter(({ roles }) => roles.includes(role)).map(({ permission }) => permission);
    t.deepEqual(told.sort(), [...ROLE_PERMISSIONS[role]].sort(), role);
  }
});
