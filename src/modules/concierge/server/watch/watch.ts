import { z } from 'zod';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { conciergeContent, weaknessTypeOf } from '../content.ts';
import { lookAtAssessment, lookAtRating, lookAtScans } from './looks.ts';
import { portalItself, publishWeakness, setStatus, type StatusChange } from '../weaknesses/publish.ts';
import { brandOf, readerOf } from '../reader.ts';
import { settle, type Look, type Sighting, type Source, type Step } from './sightings.ts';
import {
  decideCandidate,
  forgetGone,
  lockWatch,
  markGone,
  selectKnown,
  selectToWatch,
  upsertSighting,
} from './watch.store.ts';
import { bodyOf } from '../weaknesses/body.ts';
import { holdWeakness, updateWeakness } from '../weaknesses/weaknesses.store.ts';

/** What nobody decided about is known so long after it is gone. */
const goneDays = 90;
const resolution = {
  Resolved: {
    status: 'Resolved',
    act: 'resolved',
    note: 'The last measurement looked for it and no longer found it.',
  },
  'No Status': {
    status: 'No Status',
    act: 'status',
    note: 'This is no longer checked: the website was removed, or the address is not yours.',
  },
} as const satisfies Record<string, StatusChange>;
const reopening = { status: 'Open', act: 'reopened', note: 'The last measurement found it again.' } as const;

async function publishSighting(scope: OrgScope, db: OrgDb, sighting: Sighting): Promise<void> {
  const type = weaknessTypeOf(sighting.type)!;
  const id = await publishWeakness(scope, db, { ...sighting, body: bodyOf(type, sighting) }, portalItself);
  if (id)
    await decideCandidate(db, sighting, {
      state: 'published',
      weaknessId: id,
      by: '',
      note: '',
      at: scope.now(),
    });
}

/** A weakness that stands on issues of a scan has their severity, from then on and whoever worded it. */
async function followIssues(scope: OrgScope, db: OrgDb, step: Exclude<Step, { do: 'gone' }>): Promise<void> {
  if (step.do === 'propose' || step.sighting.source !== 'scan' || !step.weaknessId) return;
  const held = await holdWeakness(db, step.weaknessId);
  if (held && held.severity !== step.sighting.severity)
    await updateWeakness(db, held.id, { severity: step.sighting.severity }, scope.now());
}

async function take(scope: OrgScope, db: OrgDb, step: Step): Promise<void> {
  if (step.do === 'gone') {
    await markGone(db, step, scope.now());
    const held = step.status && step.weaknessId ? await holdWeakness(db, step.weaknessId) : undefined;
    // staff may have set it meanwhile
    if (held?.status === 'Open') await setStatus(scope, db, held.id, resolution[step.status!], portalItself);
    return;
  }
  await upsertSighting(db, scope.orgId, step.sighting, scope.now());
  await followIssues(scope, db, step);
  if (step.do === 'returned' && step.reopen) {
    const held = await holdWeakness(db, step.reopen);
    if (held && held.status !== 'Open' && held.status !== 'Not Relevant')
      await setStatus(scope, db, held.id, reopening, portalItself);
  }
  if (step.do !== 'seen' && step.publish) await publishSighting(scope, db, step.sighting);
}

/** Writes what follows from looks; two rounds at once come one after the other. */
export async function keepLooks(scope: OrgScope, looks: Partial<Record<Source, Look>>): Promise<void> {
  const { autoPublish } = brandOf(scope, await readerOf(scope)).entry.concierge;
  await scope.inOrg(async (db) => {
    await lockWatch(db, scope.orgId);
    await forgetGone(db, new Date(scope.now().getTime() - goneDays * 86_400_000));
    for (const step of settle(await selectKnown(db), looks, conciergeContent().weaknessTypes, autoPublish))
      await take(scope, db, step);
  });
}

/** Looks at all that is known of one organisation. */
export async function watchOrganization(base: BaseCtx, { orgId }: { orgId: string }): Promise<void> {
  const scope = base.forOrg(orgId);
  if (!(await moduleIsActive(scope, 'cyberconcierge'))) return;
  await keepLooks(scope, {
    scan: await lookAtScans(scope),
    rating: await lookAtRating(scope),
    assessment: await lookAtAssessment(scope),
  });
}

const goRound = (base: BaseCtx, since: Date | null): Promise<void> =>
  eachOrganization(
    base,
    'no look for weaknesses',
    (after, atMost) => selectToWatch(base.global, since, after, atMost),
    (scope) => watchOrganization(base, scope),
  );

/** Soon after a scan or a rating is done; what one round misses, the next finds again. */
export const watchNewsJob = handles(
  jobSpec({
    name: 'watch-weaknesses',
    data: z.object({}),
    retries: 0,
    timeLimitSeconds: 1800,
    dropWhileQueued: true,
    cron: '*/5 * * * *',
  }),
  (base: BaseCtx) => goRound(base, new Date(base.now().getTime() - 12 * 60_000)),
);

/** Each day everywhere: certificates run out, and assessments change, without any scan. */
export const watchAllJob = handles(
  jobSpec({
    name: 'watch-all-weaknesses',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 300,
    timeLimitSeconds: 7200,
    cron: '23 9 * * *',
  }),
  (base: BaseCtx) => goRound(base, null),
);
