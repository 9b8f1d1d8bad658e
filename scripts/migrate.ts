import { migrateToLatest } from '../db/migrate.ts';
import { boot } from '../platform/boot.ts';

/* `npm run migrate`: brings the database up to date and ends. All processes do the same when they start. */

await boot({
  component: 'migrate',
  migrate: migrateToLatest,
  start: async ({ shutdown }) => {
    await shutdown.run(0);
  },
});
