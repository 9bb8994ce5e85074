import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';

const tenantTables = async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{
    name: string;
    secured: boolean;
    policies: number;
    others: string[];
    key: string[] | null;
    owner: string;
  }>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
      array(select p.polname::text from pg_policy p where p.polrelid = c.oid and p.polname <> 'own_organization'
        and p.polroles <> array['portal_across'::regrole::oid]) as others,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
        and pg_get_expr(p.polqual, p.polrelid) = '(org_id = current_org())'
        and pg_get_expr(p.polwithcheck, p.polrelid) = '(org_id = current_org())') as policies,
      (select array_agg(a.attname::text order by k.ord) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, ord)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key,
      pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
    order by 1`.execute(database.global);
  return rows;
};

test('every tenant table has forced row-level security with the one policy for programs, and its key begins with org_id', async () => {
  const tables = await tenantTables();
  expect(tables.length).toBeGreaterThanOrEqual(8);
  const wrong = tables.filter(
    (table) =>
      !table.secured ||
      table.policies !== 1 ||
      table.others.length > 0 ||
      table.key?.[0] !== 'org_id' ||
      table.owner === 'portal_app',
  );
  expect(wrong).toEqual([]);
});

test('tables outside organisations hold no rows that belong to one unseen', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity order by 1`.execute(
    database.global,
  );
  // the built-in user pool and billing sandbox stand for outside providers, which know nothing of tenants; any other new
  // table lands here only after somebody thought about it
  const stored = rows.map((row) => row.name).filter((name) => !/^(user_pool|billing_sandbox)_/.test(name));
  expect(stored).toEqual([
    'app_session',
    'billing_notice',
    // what staff edited of brands and channels, which are above organisations
    'catalog_edit',
    'catalog_picture',
    'client_error',
    // letters of the experts, which name whom they are for; every reading asks concierge_is_for
    'concierge_message',
    'concierge_message_version',
    // that an organization was erased, which outlives it; sealed while it is under way, and without a person afterwards
    'erasure',
    // failed sign-ins of people who may have no organization, until they are written into a log
    'failed_sign_in',
    // the mark of the folder of files
    'file_folder',
    // keys of the installation that outlive its secret
    'lasting_key',
    // emails of the whole portal that were given up, for staff of every brand
    'mail_failure',
    // written by people without an organisation too, read by the operator alone
    'marketing_event',
    // counts of a day over everybody, of nobody in particular
    'marketplace_click',
    'password_reset_link',
    'rate_window',
    // means over several companies, none of which can be told from them
    'rating_industry',
    'recovery_code',
    'schema_migration',
    'second_factor',
    'signup_link',
    // what staff do that belongs to no organisation
    'staff_act',
    'staff_member',
    // keys begin with the organisation, and only the files port reads it
    'stored_file',
    // ids of sign-ins that began a session, none of which begins another
    'used_sign_in',
  ]);
});

test('no role of the programs owns anything, bypasses row-level security, or can become one that sees every organization', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<object>`
    select r.rolname as name, r.rolsuper or r.rolbypassrls as bypasses, pg_has_role(r.oid, 'portal_across', 'member') as across,
      exists (select from pg_class c where c.relowner = r.oid) as owns
    from pg_roles r where r.rolname = current_user`.execute(database.global);
  expect(rows).toEqual([{ name: 'portal_app', bypasses: false, across: false, owns: false }]);
});

/** Functions that run as the owner of the tables, because only an owner makes or drops a partition (0023_partitions.sql). */
const asOwner = ['drop_partitions', 'ensure_partitions'];
/** Called by those alone. */
const ofTheOwner = ['scan_findings_in_use'];

test('functions that see every organisation are called by the application alone and name nothing that a session could put in front', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{ name: string; owner: string; path: string; open: boolean; ours: boolean }>`
    select proname as name, pg_get_userbyid(proowner) as owner, array_to_string(proconfig, ' ') as path,
      has_function_privilege('public', oid, 'execute') as open, has_function_privilege('portal_app', oid, 'execute') as ours
    from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`.execute(database.global);
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(
    rows.filter(
      (row) =>
        (row.owner === 'portal_across') === asOwner.includes(row.name) ||
        !row.path.startsWith('search_path=pg_catalog, public, pg_temp') ||
        row.open ||
        row.ours === ofTheOwner.includes(row.name),
    ),
  ).toEqual([]);
});

/** Tables whose changes are not written into the audit log, and why. */
const unaudited: Record<string, string> = {
  audit_entry: 'the log itself',
  checkout_page:
    'pages that wait to be asked about; what is bought on one is written down when it is taken up',
  concierge_entry: 'a record of its own, to which rows are only ever added',
  concierge_read: 'what people have read, which is theirs alone',
  data_export: 'asking for one and downloading it are acts of their own; the rest is how it goes',
  enrolment: 'who gives and takes courses is an act of its own; the rest is how far people are',
  enrolment_tally: 'counted by trigger',
  finding: 'follows from scans; what people decide is an act of its own',
  finding_event: 'a record of its own, to which rows are only ever added',
  finding_retest: 'asking for a look is an act of its own; the rest is how it goes',
  finding_tally: 'counted by trigger',
  idempotency_key:
    'what a call was answered with; the call itself is written down where it changed something',
  issue_link: 'making, opening, answering and withdrawing one are acts of their own',
  maturity_answer: 'each save is one entry in the words of its question, written by the use case',
  maturity_snapshot: 'follows from answers, no person writes it',
  maturity_task: 'written down in the words of its action by the use case',
  notification_choice: 'each choice is an act of its own, also where a link of a mail made it',
  notification_held: 'which mails wait to be sent by themselves, no person writes it',
  notification_round: 'when the portal went round by itself, no person writes it',
  notification_sent: 'which mails were sent by themselves, no person writes it',
  notification_window: 'until when mails wait, no person writes it',
  organization_closing: 'closing the account and keeping it are acts of their own; the rest is how it goes',
  people_tally: 'counted by trigger',
  policy: 'the frame of its versions, each of which is written down',
  policy_review_reminder: 'which mails were sent by themselves, no person writes it',
  policy_sign_request: 'which mails were sent; who was reminded by hand is an act of its own',
  policy_signature: 'a record of its own, to which rows are only ever added',
  rating_asset: 'follows from measurements; whose it is said to be is an act of its own',
  rating_finding: 'follows from measurements, no person writes it',
  rating_ownership: 'that a domain was proved, or lapsed, is an act of its own',
  rating_report_request: 'asking for a report is an act of its own',
  rating_run: 'follows from measurements, no person writes it',
  rating_setting: 'saving names of keys is an act of its own; the rest is the clock',
  rating_snapshot: 'follows from measurements, no person writes it',
  rating_vector: 'follows from measurements, no person writes it',
  scan_finding: 'follows from scans, no person writes it',
  third_party_email: 'counted with each email that is queued',
  third_party_report: 'by recipients, whom the organization must not learn',
  third_party_sender: 'each decision is an act of its own',
  trainee:
    'the person is written down as part of the team, and what is done with their training by the use case',
  training_answer_tally: 'counts of what trainees answered, no administrator writes it',
  training_attempt: 'what trainees did, no administrator writes it',
  training_certificate: 'follows from finished courses, no administrator writes it',
  training_play: 'what trainees did, no administrator writes it',
  training_part: 'what courses of others keep of one person; their enrolment says what came of it',
  training_setting: 'each save is an act of its own',
  website_proof: 'that a website was proved, or lapsed, is an act of its own',
  weakness_candidate:
    'follows from ratings and scans; what staff decide becomes a weakness, and that is written down',
  weakness_event: 'a record of its own, to which rows are only ever added',
  trial_reminder: 'which mails were sent by themselves, no person writes it',
};

test('every tenant table writes who changed it, or is named here with the reason why not', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{ name: string; audited: boolean }>`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_change' and t.tgenabled = 'O') as audited
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity`.execute(database.global);
  expect(
    rows.filter((row) => row.audited === Object.hasOwn(unaudited, row.name)).map((row) => row.name),
  ).toEqual([]);
});
