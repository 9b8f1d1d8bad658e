import type pg from 'pg';

/**
 * The schema as SQL text, for reading and for comparing: tables with columns and constraints, indexes, triggers,
 * functions. Partitions are left out (their names are months), and so are the tables of libraries.
 */
export async function describeSchema(client: pg.Client): Promise<string> {
  const tables = await readColumn(client, TABLES);
  const functions = await readColumn(client, FUNCTIONS);
  const indexes = await readColumn(client, INDEXES);
  const triggers = await readColumn(client, TRIGGERS);
  return `${[...tables, ...indexes, ...functions, ...triggers].join('\n\n')}\n`;
}

async function readColumn(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(text);
  return rows.map(({ definition }) => `${definition.trim()};`);
}

const OURS = `n.nspname = 'public' and not c.relispartition and c.relname not like 'knex_%'`;

const TABLES = `
  select format(E'create%s table %s (\\n%s\\n)%s',
    case c.relpersistence when 'u' then ' unlogged' else '' end, c.relname,
    string_agg(item.definition, E',\\n' order by item.kind, item.position),
    case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end) as definition
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select 1 as kind, lpad(a.attnum::text, 4, '0') as position,
      format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) as definition
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    union all
    select 2, k.contype::text || k.conname, format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')
  ) item
  where c.relkind in ('r', 'p') and ${OURS}
  group by c.oid, c.relname, c.relpersistence, c.relkind
  order by c.relname`;

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
  order by 1`;

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' order by p.proname`;

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and ${OURS} order by t.tgname`;
