import { randomUUID } from 'node:crypto';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import type { policyTextsContract } from '../../contract.ts';
import type { GivenValues, ValueSpec } from '../../document.ts';
import { policyNameKey, workingVersion } from '../../rules.ts';
import { valueProblem } from '../../values.ts';
import { actingPerson } from '../acting.ts';
import { endWaitingRequest } from '../approvals/requests.store.ts';
import { frozenTemplate } from '../texts/content.ts';
import { readCompany, readPolicy, stateOf } from '../policies.ts';
import { checkSeen } from '../savePolicy.ts';
import { policyTemplates } from './templates.ts';
import { lockPolicies, selectVersion, selectVersions, writeDraft } from '../versions.store.ts';

type Calls = typeof policyTextsContract;

/** Of values that were given for an older text those that the newer one takes. */
export const valuesThatFit = (specs: readonly ValueSpec[], given: GivenValues): GivenValues =>
  Object.fromEntries(
    specs.flatMap((spec) =>
      Object.hasOwn(given, spec.key) && !valueProblem(spec, given[spec.key])
        ? [[spec.key, given[spec.key]!]]
        : [],
    ),
  );

/**
 * Puts the newest text of the template, with the values kept, into the next draft, or into the one that is open and was
 * seen by the caller.
 */
export const takeNewTemplate: Handler<Calls['takeNewTemplate']> = async (ctx, body) => {
  const { policyType: policyId, etag } = body;
  return ctx.inOrg(async (db) => {
    await lockPolicies(db);
    const versions = await selectVersions(db, policyId);
    const template = policyTemplates().get(policyId);
    const state = stateOf(versions);
    const baseVersion = state.draft?.version ?? state.inForce;
    const base = baseVersion === null ? null : await selectVersion(db, policyId, baseVersion);
    if (!template || !base?.template) throw new Refusal('no-such-policy');
    const acting = await actingPerson(ctx, db);
    checkSeen(versions, etag ? { etag } : {}, 'approve', acting);
    const company = await readCompany(ctx, db);
    if (base.templateVersion !== null && base.templateVersion >= template.templateVersion)
      return { data: await readPolicy(ctx, db, company, policyId, base.version) };
    const version = workingVersion(state);
    await writeDraft(db, {
      orgId: ctx.orgId,
      policyId,
      version,
      name: template.name,
      nameKey: policyNameKey(template.name),
      mode: 'customize',
      values: valuesThatFit([...template.values, ...company.specs], base.values),
      template: frozenTemplate(template),
      templateVersion: template.templateVersion,
      customHtml: null,
      note: state.draft ? base.note : '',
      material: state.draft ? base.material : false,
      etag: randomUUID(),
      savedAt: ctx.now(),
      savedBy: acting.name,
      savedByPerson: acting.person,
    });
    await endWaitingRequest(db, policyId, { outcome: 'voided', at: ctx.now(), ip: null });
    return { data: await readPolicy(ctx, db, company, policyId, version) };
  });
};
