// Whether the tables and statements could be spread over several servers by `org_id` (Citus). What stands in a list here works on
// one server; each entry says what a spread database needs first. docs/scaling.md tells the operator.
import { loadModule, parseSync } from 'libpg-query';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { bodies } from '../callBodies.ts';
import { readStatements, type Reading } from '../tenancy/statementOrganizations.ts';
import { addressOf, calls, openWorld } from '../world.ts';

const isTenant = sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity`;

async function ask<Row>(text: ReturnType<typeof sql>): Promise<Row[]> {
  const { database } = await openTestDatabase();
  return (await text.execute(database.global)).rows as Row[];
}

/** Unique over all organizations, which no shard can hold; what takes its place on a spread database. */
const uniqueEverywhere: Record<string, string> = {
  admin_one_address:
    'one organization per person: a table of addresses beside the tenants (local, like app_session), written in the same transaction',
  admin_one_organization: 'the same, by the id of the user pool',
  admin_invite_link:
    'the hash of 256 random bits, found before its organization is known: an index without unique',
  billing_subscription_id:
    'an id of the billing provider, found before its organization is known: an index without unique',
  training_certificate_code_key:
    'a random code, found before its organization is known: an index without unique',
};

test('org_id is part of every unique key of a tenant table, or the key is named here with what takes its place', async () => {
  const rows = await ask<{ name: string }>(sql`
    select x.relname as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where ${isTenant} and i.indisunique and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum = any(i.indkey::int2[])) order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(uniqueEverywhere).toSorted());
});

test('a foreign key of a tenant table leads from org_id to org_id of another tenant table', async () => {
  const rows = await ask<{ name: string }>(sql`
    select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and (c.relrowsecurity or r.relrowsecurity) and c.relnamespace = 'public'::regnamespace and not exists (
      select from unnest(k.conkey, k.confkey) as pair (mine, theirs)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine and a.attname = 'org_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs and b.attname = 'org_id'
      where c.relrowsecurity and r.relrowsecurity)`);
  expect(rows).toEqual([]);
});

test('tenant tables have no exclusion constraint, no rule, no identity below bigint, and one level of partitions', async () => {
  const rows = await ask<{ name: string }>(sql`
    select c.relname || ': ' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid where ${isTenant} and k.contype = 'x'
    union all select c.relname || ': ' || r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where ${isTenant}
    union all select c.relname || ': ' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where ${isTenant} and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype
    union all select c.relname || ': ' || p.relname from pg_inherits i join pg_class c on c.oid = i.inhparent join pg_class p on p.oid = i.inhrelid
      where ${isTenant} and p.relkind = 'p'`);
  expect(rows).toEqual([]);
});

/**
 * Citus takes triggers only with `citus.enable_unsafe_triggers`, and runs them on the shard. One that reads and writes rows of its own
 * organization alone finds them there, because all tenant tables are spread alike.
 */
const withinOrganization = [
  'give_keys_to_trainee',
  'keep_approved_version',
  'record_change',
  'take_keys_of_member',
  'tally_enrolments',
  'tally_findings',
  'tally_team',
  'tally_trainees',
];
/** Those that reach a table outside organizations: a spread database needs their work done by the use case. */
const beyondOrganization: Record<string, string> = {
  end_support_sessions_of: 'ends sessions of staff in app_session',
  refuse_staff_as_admin: 'reads staff_member, so that nobody is both',
};

test('a trigger of a tenant table stays within its organization, or is named here with what it reaches', async () => {
  const rows = await ask<{ name: string }>(sql`
    select distinct f.proname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
    where ${isTenant} and not t.tgisinternal order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(
    [...withinOrganization, ...Object.keys(beyondOrganization)].toSorted(),
  );
});

/** Small, read together with tenant rows, and the same for all of them: a copy on every server. */
const referenceTables = [
  'catalog_edit',
  'catalog_picture',
  'concierge_message',
  'concierge_message_version',
  'rating_industry',
];
/** Asked for before or beside an organization, never joined with tenant rows: they stay on the first server. */
const localTables = [
  'app_session',
  'billing_notice',
  'client_error',
  'erasure',
  'failed_sign_in',
  'file_folder',
  'lasting_key',
  'mail_failure',
  'marketing_event',
  'marketplace_click',
  'password_reset_link',
  'rate_window',
  'recovery_code',
  'schema_migration',
  'second_factor',
  'signup_link',
  'staff_act',
  'staff_member',
  'stored_file',
  'used_sign_in',
];

test('every other table is a reference table or stays on the first server', async () => {
  const rows = await ask<{ name: string }>(sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
      and c.relname !~ '^(user_pool|billing_sandbox)_' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([...referenceTables, ...localTables].toSorted());
});

type Sent = Reading & { text: string; inOrganization: boolean; changes: string[]; functions: string[] };

/** Calls after which the others would find nothing left. */
const ending =
  /^(logout|reset|cancelSubscription|updatePlan|removeUser|endOther|setSecond|deleteTarget|policyDelete|deleteTrainee|removePackage)/;

/** Every statement that the programs send while each call is made once and the queue is worked off. */
async function recordStatements(): Promise<Map<string, boolean>> {
  const sent = new Map<string, boolean>();
  const plain = pg.Client.prototype.query;
  const inOrganization = new WeakSet<object>();
  const restore = () => {
    pg.Client.prototype.query = plain;
  };
  onTestFinished(restore);
  pg.Client.prototype.query = function record(this: object, ...given: unknown[]) {
    const first = given[0] as string | { text?: string };
    const text = typeof first === 'string' ? first : (first?.text ?? '');
    if (text.startsWith("begin; select set_config('app.org_id'")) inOrganization.add(this);
    else if (/^(commit|rollback)/.test(text)) inOrganization.delete(this);
    else
      sent.set(
        text,
        (sent.get(text) ?? true) &&
          (inOrganization.has(this) || text.includes("select set_config('app.org_id', $1, true)")),
      );
    return (plain as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof plain;
  const { portal, owner, ids } = await openWorld();
  for (const call of calls.filter(({ access, name }) => access === 'org' && !ending.test(name))) {
    const bodyOf = bodies[call.name];
    const body = (typeof bodyOf === 'function' ? bodyOf(ids) : {}) as Record<string, unknown>;
    await (call.method === 'GET'
      ? owner.get(addressOf(call, body))
      : owner.post(addressOf(call, body), body));
  }
  await portal.runJobs();
  restore();
  return sent;
}

let statements: Sent[] = [];

beforeAll(async () => {
  await loadModule();
});

test(
  'while every call is made, no statement reads or writes a tenant table outside a transaction of one organization',
  { timeout: 180_000 },
  async () => {
    const tenant = new Set(
      (await ask<{ name: string }>(sql`select c.relname as name from pg_class c where ${isTenant}`)).map(
        ({ name }) => name,
      ),
    );
    const sent = await recordStatements();
    statements = [...sent].flatMap(([text, inOrganization]) => {
      const reading = readStatements(parseSync(text), tenant);
      return reading.named.length > 0 ? [{ text, inOrganization, ...reading }] : [];
    });
    // fewer would mean that nothing was recorded
    expect(statements.length).toBeGreaterThan(200);
    expect(statements.filter((statement) => !statement.inOrganization).map(({ text }) => text)).toEqual([]);
  },
);

test('no statement moves a row to another organization, or changes rows by what is different each time', async () => {
  const volatile = new Set(
    (await ask<{ name: string }>(sql`select proname as name from pg_proc where provolatile = 'v'`)).map(
      ({ name }) => name,
    ),
  );
  expect(statements.flatMap(({ changes, text }) => (changes.includes('org_id') ? [text] : []))).toEqual([]);
  expect(
    statements.flatMap(({ functions, text }) => (functions.some((name) => volatile.has(name)) ? [text] : [])),
  ).toEqual([]);
});

/**
 * Row-level security keeps every statement to one organization. Citus does not choose a shard by it: it prunes by constants in the
 * text and by parameters, and asks every shard for a policy on `current_setting` (citusdata/citus issues 6712 and 7415). So these are
 * right there, but they cost a question to each shard, and those that lock rows are refused. The share may only grow.
 */
const leastNamedInText = 0.19;

test('statements that name their organization in their own text are no fewer than they were', () => {
  const inText = statements.filter(({ loose }) => loose.length === 0);
  expect(inText.length / statements.length).toBeGreaterThan(leastNamedInText);
});
