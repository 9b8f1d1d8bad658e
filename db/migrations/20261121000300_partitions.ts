import type { Knex } from 'knex';
import { createInitialPartitions } from '../partitions.ts';

/** Monthly partitions around the month of the first start; a job makes later months ahead of time. */
export async function up(knex: Knex): Promise<void> {
  await createInitialPartitions(knex, Date.now());
}

export async function down(): Promise<void> {
  // Partitions go with their tables.
}
