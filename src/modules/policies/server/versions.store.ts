import { sql } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database.ts';
import type { Selectable } from 'kysely';
import type { Block, GivenValues } from '../document.ts';
import type { DraftMode } from '../rules.ts';
import type { PolicyTemplate } from './templates.ts';

/** What a version keeps of its template, whatever becomes of the file. */
export type FrozenTemplate = Pick<PolicyTemplate, 'summary' | 'minutes' | 'values' | 'blocks' | 'maps'> & {
  related: { id: string; name: string }[];
};

type Row = Selectable<Tables['policy_version']>;
/** A version without its texts. */
export type VersionNote = {
  policyId: string;
  version: number;
  name: string;
  custom: boolean;
  status: 'Draft' | 'Active';
  mode: DraftMode | null;
  inForce: boolean;
  templateVersion: number | null;
  summary: string;
  note: string;
  material: boolean;
  etag: string;
  savedAt: Date;
  savedBy: string;
  savedByPerson: string;
  textHash: string | null;
  approver: string;
  approverEmail: string;
  /** Who wrote the approval down; empty where the approver did. */
  recordedBy: string;
  recordedByEmail: string;
  approvalDate: Date | null;
  reviewAt: Date | null;
  /** What the company was called when the version was approved; null of drafts. */
  companyName: string | null;
};
export type Version = VersionNote & {
  values: GivenValues;
  template: FrozenTemplate | null;
  customHtml: string | null;
  /** Frozen with the approval, null of drafts. */
  frozen: { defaults: GivenValues; text: string; blocks: Block[] } | null;
};

const noteColumns = [
  'policy_id',
  'version',
  'name',
  'status',
  'mode',
  'in_force',
  'template_version',
  'note',
  'material',
  'etag',
  'saved_at',
  'saved_by',
  'saved_by_person',
  'text_hash',
  'approver',
  'approver_email',
  'recorded_by',
  'recorded_by_email',
  'approval_date',
  'review_at',
  'company_name',
] as const;
const wholeColumns = [
  ...noteColumns,
  'given_values',
  'template',
  'custom_html',
  'defaults',
  'body_html',
  'blocks',
] as const;
const summaryOf = sql<string>`coalesce(template ->> 'summary', '')`.as('summary');

const note = (row: Pick<Row, (typeof noteColumns)[number]> & { summary: string }): VersionNote => ({
  policyId: row.policy_id,
  version: row.version,
  name: row.name,
  custom: row.template_version === null,
  status: row.status as VersionNote['status'],
  mode: row.mode as DraftMode | null,
  inForce: row.in_force,
  templateVersion: row.template_version,
  summary: row.summary,
  note: row.note,
  material: row.material,
  etag: row.etag,
  savedAt: row.saved_at,
  savedBy: row.saved_by,
  savedByPerson: row.saved_by_person,
  textHash: row.text_hash,
  approver: row.approver,
  approverEmail: row.approver_email,
  recordedBy: row.recorded_by,
  recordedByEmail: row.recorded_by_email,
  approvalDate: row.approval_date,
  reviewAt: row.review_at,
  companyName: row.company_name,
});
const whole = (row: Pick<Row, (typeof wholeColumns)[number]> & { summary: string }): Version => ({
  ...note(row),
  values: row.given_values as GivenValues,
  template: row.template as FrozenTemplate | null,
  customHtml: row.custom_html,
  frozen:
    row.status === 'Active'
      ? {
          defaults: (row.defaults ?? {}) as GivenValues,
          text: row.body_html!,
          blocks: row.blocks as unknown as Block[],
        }
      : null,
});

/** Makes changes to policies of an organisation wait for one another, until the transaction ends; says what it is called. */
export async function lockPolicies(db: OrgDb): Promise<void> {
  await db.selectFrom('organization').select('org_id').forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** All kept versions of a policy, newest first; none when the organisation has no such policy. */
export const selectVersions = async (db: OrgDb, policyId: string): Promise<VersionNote[]> =>
  (
    await db
      .selectFrom('policy_version')
      .select([...noteColumns, summaryOf])
      .where('policy_id', '=', policyId)
      .orderBy('version', 'desc')
      .execute()
  ).map(note);

/** Open drafts, and what holds, of every policy. */
export const selectCurrent = async (db: OrgDb): Promise<VersionNote[]> =>
  (
    await db
      .selectFrom('policy_version')
      .select([...noteColumns, summaryOf])
      .where((e) => e.or([e('status', '=', 'Draft'), e('in_force', '=', true)]))
      .orderBy('name_key')
      .orderBy('version')
      .execute()
  ).map(note);

export async function selectVersion(db: OrgDb, policyId: string, version: number): Promise<Version | null> {
  const row = await db
    .selectFrom('policy_version')
    .select([...wholeColumns, summaryOf])
    .where('policy_id', '=', policyId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? whole(row) : null;
}

/** What the company is called on a version: as approved, and on a draft as it is called now. */
export async function selectNamedCompany(db: OrgDb, policyId: string, version: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(v.company_name, o.company_name) as name from organization o
    left join policy_version v on v.org_id = o.org_id and v.policy_id = ${policyId} and v.version = ${version}`.execute(
    db,
  );
  return rows[0]!.name;
}

export async function countPolicies(db: OrgDb): Promise<number> {
  const { count } = await db
    .selectFrom('policy')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a name is that of another policy's draft or of one that holds. */
export const isNameUsed = async (db: OrgDb, nameKey: string, exceptPolicy: string): Promise<boolean> =>
  (await db
    .selectFrom('policy_version')
    .select('policy_id')
    .where('name_key', '=', nameKey)
    .where('policy_id', '!=', exceptPolicy)
    .where((e) => e.or([e('status', '=', 'Draft'), e('in_force', '=', true)]))
    .executeTakeFirst()) !== undefined;

export type DraftContent = {
  orgId: string;
  policyId: string;
  version: number;
  name: string;
  nameKey: string;
  mode: DraftMode;
  values: GivenValues;
  template: FrozenTemplate | null;
  templateVersion: number | null;
  customHtml: string | null;
  note: string;
  material: boolean;
  etag: string;
  savedAt: Date;
  savedBy: string;
  savedByPerson: string;
};

/** Writes the open draft, making policy and draft where there are none. */
export async function writeDraft(db: OrgDb, draft: DraftContent): Promise<void> {
  const key = { org_id: draft.orgId, policy_id: draft.policyId, version: draft.version };
  const content = {
    name: draft.name,
    name_key: draft.nameKey,
    mode: draft.mode,
    given_values: JSON.stringify(draft.values),
    template: draft.template && JSON.stringify(draft.template),
    template_version: draft.templateVersion,
    custom_html: draft.customHtml,
    note: draft.note,
    material: draft.material,
    etag: draft.etag,
    saved_at: draft.savedAt,
    saved_by: draft.savedBy,
    saved_by_person: draft.savedByPerson,
  };
  await db
    .insertInto('policy')
    .values({
      org_id: draft.orgId,
      id: draft.policyId,
      custom: draft.template === null,
      created_at: draft.savedAt,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  await db
    .insertInto('policy_version')
    .values({ ...key, ...content, status: 'Draft', in_force: false })
    .onConflict((c) => c.columns(['org_id', 'policy_id', 'version']).doUpdateSet(content))
    .execute();
}

export type Approval = {
  name: string;
  email: string;
  recordedBy: { name: string; email: string } | null;
  ip: string;
  at: Date;
  reviewAt: Date;
  companyName: string;
  defaults: GivenValues;
  text: string;
  textHash: string;
  blocks: Block[];
  /** Another than the draft had: whoever saw that has not seen that it holds. */
  etag: string;
};

/** The draft holds from now on, and what held before no longer does. */
export async function writeApproval(
  db: OrgDb,
  policyId: string,
  version: number,
  approval: Approval,
): Promise<void> {
  await db
    .updateTable('policy_version')
    .set({ in_force: false, superseded_at: approval.at })
    .where('policy_id', '=', policyId)
    .where('in_force', '=', true)
    .execute();
  await db
    .updateTable('policy_version')
    .set({
      status: 'Active',
      mode: null,
      in_force: true,
      defaults: JSON.stringify(approval.defaults),
      body_html: approval.text,
      blocks: JSON.stringify(approval.blocks),
      text_hash: approval.textHash,
      etag: approval.etag,
      approver: approval.name,
      approver_email: approval.email,
      recorded_by: approval.recordedBy?.name ?? '',
      recorded_by_email: approval.recordedBy?.email ?? '',
      approver_ip: approval.ip,
      approval_date: approval.at,
      review_at: approval.reviewAt,
      company_name: approval.companyName,
    })
    .where('policy_id', '=', policyId)
    .where('version', '=', version)
    .where('status', '=', 'Draft')
    .execute();
}

/** @param last the policy has no other version, and goes with it */
export async function deleteDraft(
  db: OrgDb,
  policyId: string,
  version: number,
  last: boolean,
): Promise<void> {
  const draft = db
    .deleteFrom('policy_version')
    .where('policy_id', '=', policyId)
    .where('version', '=', version);
  await draft.where('status', '=', 'Draft').execute();
  if (last) await db.deleteFrom('policy').where('id', '=', policyId).execute();
}

/** Every policy of the organisation with its versions. */
export const deleteAllPolicies = async (db: OrgDb): Promise<void> => {
  await db.deleteFrom('policy').execute();
  await db.deleteFrom('policy_company_values').execute();
};
