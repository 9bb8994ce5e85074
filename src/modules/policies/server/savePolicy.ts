import { randomBytes, randomUUID } from 'node:crypto';
import type { BodyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { isLegible, oneLine, severalLines } from '#platform/text.ts';
import type { policyTextsContract } from '../contract.ts';
import { toHtml } from '../fill.ts';
import { afterAction, customPolicyId, policiesAtMost, policyNameKey, workingVersion } from '../rules.ts';
import { actingPerson, changedMeanwhile, type Acting } from './acting.ts';
import { endWaitingRequest } from './approvals/requests.store.ts';
import { countApprovalRequest, requestApproval, type ApprovalWish } from './approvals/requests.ts';
import { approveDraft, openDraft, refuseIncomplete, type Approver } from './approvals/approve.ts';
import { selectAdminNames } from './company.store.ts';
import { basisOf, contentOf, frozenTemplate, hashOfText, type Company } from './texts/content.ts';
import { readCustomText, TextTooComplex } from './texts/customText.ts';
import { acceptedValues } from './givenValues.ts';
import { readCompany, readPolicy, stateOf } from './policies.ts';
import { policyTemplates } from './templates/templates.ts';
import {
  countPolicies,
  isNameUsed,
  lockPolicies,
  selectVersion,
  selectVersions,
  writeDraft,
  type DraftContent,
  type Version,
  type VersionNote,
} from './versions.store.ts';

type Calls = typeof policyTextsContract;
type Given = BodyOf<Calls['policySave']>['policy'];
type Wish = 'save' | 'send' | 'approve';

const wishOf = ({ status, mode }: Given): Wish =>
  status === 'Active' ? 'approve' : mode === 'sent' ? 'send' : 'save';

/**
 * Refuses to overwrite what the sender has not seen, with `changed-meanwhile` or `draft-open`: a stale etag, or none where
 * the last save was somebody else's.
 */
export function checkSeen(
  versions: readonly VersionNote[],
  given: Pick<Given, 'etag' | 'version'>,
  wish: Wish,
  acting: Acting,
): void {
  const draft = versions.find(({ status }) => status === 'Draft');
  const inForce = versions.find((version) => version.inForce);
  const wantsInForce = given.etag
    ? given.etag === inForce?.etag
    : given.version !== undefined && given.version === inForce?.version;
  if (draft && wantsInForce && wish === 'approve')
    throw new Refusal('draft-open', { version: draft.version });
  const current = draft ?? inForce;
  if (given.etag) {
    if (given.etag !== current?.etag) throw changedMeanwhile(current ?? null);
    return;
  }
  if (draft && draft.savedByPerson !== acting.person) throw changedMeanwhile(draft);
  if (current && given.version !== undefined && given.version < current.version && !wantsInForce)
    throw changedMeanwhile(current);
}

/** Refuses with `name-missing`, `name-taken`. */
async function customName(db: OrgDb, policyId: string, given: string): Promise<string> {
  const name = oneLine(given);
  if (!isLegible(name)) throw new Refusal('name-missing');
  const key = policyNameKey(name);
  const isTemplate = [...policyTemplates().values()].some((template) => policyNameKey(template.name) === key);
  if (isTemplate || (await isNameUsed(db, key, policyId))) throw new Refusal('name-taken', { name });
  return name;
}

/** The text of a custom policy as it is kept. Refuses with `values-invalid`. */
function customHtml(given: string): string {
  try {
    const html = toHtml(readCustomText(given));
    // what is kept is read again whenever it is shown: it must not be too much then
    readCustomText(html);
    return html;
  } catch (error) {
    if (!(error instanceof TextTooComplex)) throw error;
    const message = 'The text has too many parts, or is nested too deeply.';
    throw new Refusal('values-invalid', { fields: [{ field: 'policy.customPolicy', message }] });
  }
}

type Kept = Pick<DraftContent, 'name' | 'values' | 'template' | 'templateVersion' | 'customHtml'>;

/** What the draft will hold: what was sent, and for what was left out what it held before. */
async function keptContent(
  db: OrgDb,
  company: Company,
  policyId: string,
  given: Given,
  base: Version | null,
): Promise<Kept> {
  const current = base ? null : policyTemplates().get(policyId);
  const template = base ? base.template : current ? frozenTemplate(current) : null;
  if (template) {
    const specs = [...template.values, ...company.specs];
    return {
      name: base?.name ?? current!.name,
      values: given.customValues
        ? acceptedValues(specs, given.customValues, 'policy.customValues')
        : (base?.values ?? {}),
      template,
      templateVersion: base?.templateVersion ?? current!.templateVersion,
      customHtml: null,
    };
  }
  return {
    name: await customName(db, policyId, given.name ?? base?.name ?? ''),
    values: {},
    template: null,
    templateVersion: null,
    customHtml: customHtml(given.customPolicy ?? base?.customHtml ?? ''),
  };
}

type Asked = Pick<ApprovalWish, 'approverName' | 'approverEmail'>;

/** The approver of a draft that is sent. Refuses with `approver-missing`. */
async function approverAsked(db: OrgDb, given: Given): Promise<Asked> {
  const approverEmail = given.approverEmail ?? '';
  if (approverEmail === '') throw new Refusal('approver-missing');
  const known = approverEmail.toLowerCase();
  const admin = (await selectAdminNames(db)).find(({ email }) => email.toLowerCase() === known);
  return { approverName: oneLine(given.approver ?? '') || admin?.name || approverEmail, approverEmail };
}

/** Whoever approved on paper is named as given, without the address of whoever writes it down, who is named as well. */
function approverNamed(given: Given, acting: Acting, ip: string): Approver {
  const typed = oneLine(given.approver ?? '');
  const name = isLegible(typed) ? typed : acting.name;
  const email = given.approverEmail || (name === acting.name ? acting.email : '');
  const isOwn = name === acting.name && email.toLowerCase() === acting.email.toLowerCase();
  return { name, email, recordedBy: isOwn ? null : { name: acting.name, email: acting.email }, ip };
}

/** Refuses with `text-changed` where the approval would be of another text than the one that was shown. */
function refuseUnseen(company: Company, kept: Kept, { basis, textHash }: Given): void {
  const { defaults, text } = contentOf(company, kept);
  const isOther =
    (basis && kept.templateVersion !== null && basis !== basisOf(kept.templateVersion, defaults)) ||
    (textHash && textHash !== hashOfText(text));
  if (isOther) throw new Refusal('text-changed');
}

const idOf = (given: Given): string =>
  given.id ?? customPolicyId(given.name ?? '', randomBytes(4).toString('hex'));

/** A policy that is neither kept nor a template may only be a new custom one. */
function refuseUnknown(given: Given, policyId: string, known: boolean): void {
  if (known || policyTemplates().has(policyId)) return;
  if (given.custom !== true) throw new Refusal('no-such-policy');
  if (given.etag) throw changedMeanwhile(null);
}

/** Does with a draft that was written what was wished: asks its approver, or ends the waiting request, and approves. */
async function passOn(
  ctx: OrgCtx,
  db: OrgDb,
  company: Company,
  { policyId, version, policyName }: { policyId: string; version: number; policyName: string },
  { given, wish, acting, asked }: { given: Given; wish: Wish; acting: Acting; asked: Asked | null },
): Promise<void> {
  if (asked)
    await requestApproval(ctx, db, {
      policyId,
      version,
      policyName,
      sentBy: acting.name,
      sentByEmail: acting.email,
      ...asked,
    });
  // an administrator who was asked answers by approving here
  else
    await endWaitingRequest(
      db,
      policyId,
      { outcome: 'voided', at: ctx.now(), ip: null },
      wish === 'approve' ? acting.email : '',
    );
  if (wish === 'approve') {
    await approveDraft(
      ctx,
      db,
      company,
      await openDraft(db, policyId, version),
      approverNamed(given, acting, ctx.client.ip),
    );
  }
}

async function keepDraft(
  ctx: OrgCtx,
  db: OrgDb,
  given: Given,
  wish: Wish,
): Promise<{ policyId: string; version: number }> {
  await lockPolicies(db);
  const company = await readCompany(ctx, db);
  const acting = await actingPerson(ctx, db);
  const policyId = idOf(given);
  const versions = await selectVersions(db, policyId);
  refuseUnknown(given, policyId, versions.length > 0);
  checkSeen(versions, given, wish, acting);
  if (versions.length === 0 && (await countPolicies(db)) >= policiesAtMost)
    throw new Refusal('too-many-policies', { max: policiesAtMost });
  const state = stateOf(versions);
  const after = afterAction(state, { kind: wish });
  if (typeof after === 'string') throw new Refusal(after);
  const version = workingVersion(state);
  const baseVersion = state.draft?.version ?? state.inForce;
  const base = baseVersion === null ? null : await selectVersion(db, policyId, baseVersion);
  const kept = await keptContent(db, company, policyId, given, base);
  const asked = wish === 'send' ? await approverAsked(db, given) : null;
  if (asked) refuseIncomplete(contentOf(company, kept));
  if (wish === 'approve') refuseUnseen(company, kept, given);
  // a new draft begins without the words about the last change
  const earlier = state.draft ? base : null;
  await writeDraft(db, {
    ...kept,
    orgId: ctx.orgId,
    policyId,
    version,
    nameKey: policyNameKey(kept.name),
    mode: asked ? 'sent' : 'customize',
    note: severalLines(given.note ?? earlier?.note ?? ''),
    material: given.material ?? earlier?.material ?? false,
    etag: randomUUID(),
    savedAt: ctx.now(),
    savedBy: acting.name,
    savedByPerson: acting.person,
  });
  await passOn(
    ctx,
    db,
    company,
    { policyId, version, policyName: kept.name },
    { given, wish, acting, asked },
  );
  return { policyId, version };
}

/** Saves a draft, sends it to its approver, or approves it as it is sent; modules.md 4. */
export const savePolicy: Handler<Calls['policySave']> = async (ctx, { policy: given }) => {
  const wish = wishOf(given);
  // staff help with drafts; what holds is for the organisation to decide
  if (wish !== 'save' && ctx.session.supportStaff !== null) throw new Refusal('not-in-support-session');
  if (wish === 'send') await countApprovalRequest(ctx, given.approverEmail ?? '');
  return ctx.inOrg(async (db) => {
    const { policyId, version } = await keepDraft(ctx, db, given, wish);
    return { data: await readPolicy(ctx, db, await readCompany(ctx, db), policyId, version) };
  });
};
