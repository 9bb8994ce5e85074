import { sql, type Selectable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';
import type { Block, GivenValues } from '../document.ts';
import type { DraftMode } from '../rules.ts';
import type { PolicyTemplate } from './templates/templates.ts';

/** What a version keeps of its template, whatever becomes of the file. */
export type FrozenTemplate = Pick<PolicyTemplate, 'summary' | 'minutes' | 'values' | 'blocks' | 'maps'> & {
  related: { id: string; name: string }[];
};

type Row = Selectable<Tables['policyVersion']>;
/** A version without its texts. */
export type VersionNote = Omit<Pick<Row, (typeof noteColumns)[number]>, 'status' | 'mode'> & {
  custom: boolean;
  status: 'Draft' | 'Active';
  mode: DraftMode | null;
  summary: string;
};
export type Version = VersionNote & {
  values: GivenValues;
  template: FrozenTemplate | null;
  customHtml: string | null;
  /** Frozen with the approval, null of drafts. */
  frozen: { defaults: GivenValues; text: string; blocks: Block[] } | null;
};

const noteColumns = [
  'policyId',
  'version',
  'name',
  'status',
  'mode',
  'inForce',
  'templateVersion',
  'note',
  'material',
  'etag',
  'savedAt',
  'savedBy',
  'savedByPerson',
  'textHash',
  'approver',
  'approverEmail',
  // who wrote the approval down; empty where the approver did
  'recordedBy',
  'recordedByEmail',
  'approvalDate',
  'reviewAt',
  // the company's name when the version was approved; null of drafts
  'companyName',
] as const;
const wholeColumns = [
  ...noteColumns,
  'givenValues',
  'template',
  'customHtml',
  'defaults',
  'bodyHtml',
  'blocks',
] as const;
const summaryOf = sql<string>`coalesce(template ->> 'summary', '')`.as('summary');

const note = (row: Pick<Row, (typeof noteColumns)[number]> & { summary: string }): VersionNote => ({
  ...row,
  custom: row.templateVersion === null,
  status: row.status as VersionNote['status'],
  mode: row.mode as DraftMode | null,
});
const whole = ({
  givenValues,
  template,
  customHtml,
  defaults,
  bodyHtml,
  blocks,
  ...row
}: Pick<Row, (typeof wholeColumns)[number]> & { summary: string }): Version => ({
  ...note(row),
  values: givenValues as GivenValues,
  template: template as FrozenTemplate | null,
  customHtml,
  frozen:
    row.status === 'Active'
      ? {
          defaults: (defaults ?? {}) as GivenValues,
          text: bodyHtml!,
          blocks: blocks as unknown as Block[],
        }
      : null,
});

/** Makes changes to policies of an organisation wait for one another, until the transaction ends; says what it is called. */
export async function lockPolicies(db: OrgDb): Promise<void> {
  await db.selectFrom('organization').select('orgId').forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** All kept versions of a policy, newest first; none when the organisation has no such policy. */
export const selectVersions = async (db: OrgDb, policyId: string): Promise<VersionNote[]> =>
  (
    await db
      .selectFrom('policyVersion')
      .select([...noteColumns, summaryOf])
      .where('policyId', '=', policyId)
      .orderBy('version', 'desc')
      .execute()
  ).map(note);

/** Open drafts, and what holds, of every policy. */
export const selectCurrent = async (db: OrgDb): Promise<VersionNote[]> =>
  (
    await db
      .selectFrom('policyVersion')
      .select([...noteColumns, summaryOf])
      .where((e) => e.or([e('status', '=', 'Draft'), e('inForce', '=', true)]))
      .orderBy('nameKey')
      .orderBy('version')
      .execute()
  ).map(note);

export async function selectVersion(db: OrgDb, policyId: string, version: number): Promise<Version | null> {
  const row = await db
    .selectFrom('policyVersion')
    .select([...wholeColumns, summaryOf])
    .where('policyId', '=', policyId)
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
    .selectFrom('policyVersion')
    .select('policyId')
    .where('nameKey', '=', nameKey)
    .where('policyId', '!=', exceptPolicy)
    .where((e) => e.or([e('status', '=', 'Draft'), e('inForce', '=', true)]))
    .executeTakeFirst()) !== undefined;

export type DraftContent = Pick<
  Version,
  | 'policyId'
  | 'version'
  | 'name'
  | 'values'
  | 'template'
  | 'templateVersion'
  | 'customHtml'
  | 'note'
  | 'material'
  | 'etag'
  | 'savedAt'
  | 'savedBy'
  | 'savedByPerson'
> & { orgId: string; nameKey: string; mode: DraftMode };

/** Writes the open draft, making policy and draft where there are none. */
export async function writeDraft(db: OrgDb, draft: DraftContent): Promise<void> {
  const { orgId, policyId, version, values, template, ...rest } = draft;
  const content = {
    ...rest,
    givenValues: JSON.stringify(values),
    template: template && JSON.stringify(template),
  };
  await db
    .insertInto('policy')
    .values({ orgId, id: policyId, custom: template === null, createdAt: draft.savedAt })
    .onConflict((c) => c.doNothing())
    .execute();
  await db
    .insertInto('policyVersion')
    .values({ orgId, policyId, version, ...content, status: 'Draft', inForce: false })
    .onConflict((c) => c.columns(['orgId', 'policyId', 'version']).doUpdateSet(content))
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
    .updateTable('policyVersion')
    .set({ inForce: false, supersededAt: approval.at })
    .where('policyId', '=', policyId)
    .where('inForce', '=', true)
    .execute();
  await db
    .updateTable('policyVersion')
    .set({
      status: 'Active',
      mode: null,
      inForce: true,
      defaults: JSON.stringify(approval.defaults),
      bodyHtml: approval.text,
      blocks: JSON.stringify(approval.blocks),
      textHash: approval.textHash,
      etag: approval.etag,
      approver: approval.name,
      approverEmail: approval.email,
      recordedBy: approval.recordedBy?.name ?? '',
      recordedByEmail: approval.recordedBy?.email ?? '',
      approverIp: approval.ip,
      approvalDate: approval.at,
      reviewAt: approval.reviewAt,
      companyName: approval.companyName,
    })
    .where('policyId', '=', policyId)
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
    .deleteFrom('policyVersion')
    .where('policyId', '=', policyId)
    .where('version', '=', version);
  await draft.where('status', '=', 'Draft').execute();
  if (last) await db.deleteFrom('policy').where('id', '=', policyId).execute();
}

/** Every policy of the organisation with its versions. */
export const deleteAllPolicies = async (db: OrgDb): Promise<void> => {
  await db.deleteFrom('policy').execute();
  await db.deleteFrom('policyCompanyValues').execute();
};
