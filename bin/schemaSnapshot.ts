// The schema of a migrated database as SQL that people read: what pg_dump would say, without what every table repeats.
import type pg from 'pg';

type Relation = {
  id: number;
  name: string;
  kind: 'r' | 'p' | 'v' | 'S';
  head: string;
  columns: string[] | null;
  constraints: string[] | null;
  tail: string;
  /** Statements about the table: indexes, row-level security, policies, triggers. */
  statements: string[] | null;
};

/** Who may do what, without the owner; roles with the same rights in one statement. */
const grants = (acl: string, owner: string) => `(
  select array_agg(format('grant %s on %%s to %s', rights, roles) order by roles) from (
    select rights, string_agg(role, ', ' order by role) as roles from (
      select case when a.grantee = 0 then 'public' when a.grantee = (select nspowner from pg_namespace where nspname = 'parts')
          then 'current_user' else a.grantee::regrole::text end as role,
        string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as rights
      from aclexplode(${acl}) a where a.grantee <> ${owner} group by a.grantee) each group by rights) merged)`;

const relations = `
  select c.oid::int as id, c.oid::regclass::text as name, c.relkind as kind,
    case when c.relispartition then format('create table %s partition of %s %s', c.oid::regclass, i.inhparent::regclass, lower(pg_get_expr(c.relpartbound, c.oid)))
      when c.relkind = 'v' then format('create view %s%s as', c.oid::regclass, ' with (' || array_to_string(c.reloptions, ', ') || ')')
      else format('create %stable %s', case c.relpersistence when 'u' then 'unlogged ' else '' end, c.oid::regclass) end as head,
    case when not c.relispartition and c.relkind <> 'v' then (select array_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attcollation <> t.typcollation then format(' collate %I', (select collname from pg_collation where oid = a.attcollation)) else '' end
        || case when a.attidentity = 'a' then ' generated always as identity' else '' end
        || case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
        || case when a.attnotnull then ' not null' else '' end order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) end as columns,
    case when not c.relispartition then (select array_agg(format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
        order by array_position(array['p', 'u', 'f', 'c', 'x'], k.contype::text), k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')) end as constraints,
    case when c.relkind = 'v' then E'\\n' || pg_get_viewdef(c.oid) else coalesce(' partition by ' || lower(pg_get_partkeydef(c.oid)), '')
      || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') end as tail,
    (select array_agg(statement order by step, statement) from (
      select 1 as step, pg_get_indexdef(x.indexrelid) as statement from pg_index x
        where x.indrelid = c.oid and not c.relispartition and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
      union all
      select 2, format('alter table %s enable row level security', c.oid::regclass) where c.relrowsecurity
      union all
      select 3, format('alter table %s force row level security', c.oid::regclass) where c.relforcerowsecurity
      union all
      select 4, format('create policy %I on %s%s%s%s', p.polname, c.oid::regclass,
          case when p.polroles = '{0}' then '' else ' to ' || (select string_agg(r::regrole::text, ', ') from unnest(p.polroles) r) end,
          ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
        from pg_policy p where p.polrelid = c.oid
      union all
      select 5, pg_get_triggerdef(g.oid) from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal and g.tgparentid = 0
      union all
      select 6, format(statement, c.oid::regclass) from unnest(${grants('c.relacl', 'c.relowner')}) statement
      union all
      select 7, format(statement, s.oid::regclass) from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i'),
          lateral unnest(${grants('s.relacl', 's.relowner').replaceAll('on %%s', 'on sequence %%s')}) statement
        where s.relkind = 'S' and d.refobjid = c.oid and d.refclassid = 'pg_class'::regclass) every) as statements
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid
  where c.relnamespace in ('public'::regnamespace, 'parts'::regnamespace) and c.relkind in ('r', 'p', 'v')
    -- quarters come and go with the date
    and c.relname !~ '_[0-9]{4}q[1-4]$'
  order by c.oid::regclass::text collate "C"`;

const functions = `
  select pg_get_functiondef(p.oid) as text, p.oid::regprocedure::text as name,
    case when p.proowner <> (select nspowner from pg_namespace where nspname = 'parts') then pg_get_userbyid(p.proowner) end as owner, p.prokind = 'p' as is_procedure,
    p.proacl is not null and not exists (select from aclexplode(p.proacl) a where a.grantee = 0) as closed,
    ${grants('p.proacl', 'p.proowner')} as grants
  from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.oid::regprocedure::text collate "C"`;

const surroundings = `
  select array(select format('create schema %I', nspname) from pg_namespace where nspname = 'parts') || array(
    select format(g.statement, 'schema ' || n.nspname) from pg_namespace n, lateral unnest(${grants('n.nspacl', 'n.nspowner')}) as g(statement)
    where n.nspname in ('parts', 'public') order by n.nspname, g.statement) || array(
    select format('alter default privileges in schema %s %s', d.defaclnamespace::regnamespace, format(g.statement, case d.defaclobjtype when 'r' then 'tables' else 'sequences' end))
    from pg_default_acl d, lateral unnest(${grants('d.defaclacl', 'd.defaclrole')}) as g(statement)
    where d.defaclnamespace = 'public'::regnamespace order by d.defaclobjtype desc, 1) as statements`;

/** Statements as PostgreSQL prints them, in our letters. */
const plain = (statement: string): string =>
  statement
    .replace(
      /^CREATE (UNIQUE )?INDEX (\S+) ON (?:ONLY )?(?:public\.)?(\S+) USING btree /,
      (_, unique: string | undefined, name, table) =>
        `create ${unique ? 'unique ' : ''}index ${name} on ${table} `,
    )
    .replace(
      /^CREATE TRIGGER (\S+) (.*?) ON (?:public\.)?(\S+) (.*)$/s,
      (_, name, when: string, table, rest: string) =>
        `create trigger ${name} ${when.toLowerCase()} on ${table} ${rest.replace(/\b(FOR EACH|ROW|STATEMENT|EXECUTE FUNCTION|WHEN|REFERENCING|NEW TABLE AS|OLD TABLE AS)\b/g, (word) => word.toLowerCase())}`,
    )
    .replaceAll(
      /\b(WHERE|DESC|PRIMARY KEY|FOREIGN KEY|REFERENCES|ON DELETE|ON UPDATE|CASCADE|UNIQUE|CHECK|SET NULL)\b/g,
      (word) => word.toLowerCase(),
    );

/** Everything of a routine before its body. */
const routineHead = (head: string): string =>
  head.toLowerCase().replace('or replace ', '').replace(' public.', ' ');

function describe({ kind, head, columns, constraints, tail, statements }: Relation): string {
  const lines = [...(columns ?? []), ...(constraints ?? []).map(plain)].map((line) => `  ${line}`);
  const body = lines.length > 0 ? ` (\n${lines.join(',\n')}\n)` : '';
  const end = kind === 'v' ? tail.replace(/;$/, '') : tail;
  return [`${head}${body}${end};`, ...(statements ?? []).map((statement) => `${plain(statement)};`)].join(
    '\n',
  );
}

/** Everything that the migrations make in a database, in an order of its own. */
export async function schemaSnapshot(client: pg.ClientBase): Promise<string> {
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  const [around] = await ask<{ statements: string[] }>(surroundings);
  const tables = await ask<Relation>(relations);
  const routines = await ask<{
    text: string;
    name: string;
    owner: string | null;
    is_procedure: boolean;
    closed: boolean;
    grants: string[] | null;
  }>(functions);
  return [
    '-- Written by npm run db:types from what db/migrations make. Partitions by quarter are left out.',
    around!.statements.map((statement) => `${statement};`).join('\n'),
    ...tables.map(describe),
    ...routines.map(({ text, name, owner, is_procedure: isProcedure, closed, grants: given }) => {
      const what = `${isProcedure ? 'procedure' : 'function'} ${name}`;
      return [
        `${text.trimEnd().replace(/^CREATE OR REPLACE (FUNCTION|PROCEDURE) public\.[^]*?\nAS \$/, routineHead)};`,
        ...(owner ? [`alter ${what} owner to ${owner};`] : []),
        ...(closed ? [`revoke execute on ${what} from public;`] : []),
        ...(given ?? [])
          .filter((one) => !one.endsWith(' to public'))
          .map((one) => `${one.replace('%s', what)};`),
      ].join('\n');
    }),
    '',
  ].join('\n\n');
}
