import type { Handlers } from '#platform/server/http/serve.ts';
import { recordAct } from '#platform/server/audit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  candidateDraft,
  candidateState,
  decideCandidate,
  publishCandidate,
  selectDeskCandidates,
  type DeskCandidate,
} from '#modules/concierge/server/public.ts';
import { severities } from '#modules/concierge/contract.ts';
import type { staffConciergeContract } from '../../conciergeContract.ts';
import type { CandidateView } from '../../conciergeRules.ts';
import { pageSize } from '../../rules.ts';
import { pageOf } from '../everyBrand.ts';
import { channelsWithin } from '../organizations.ts';
import { deskOf, inOrganization, isoOrNull, placeOf } from './scope.ts';

type Calls = Handlers<typeof staffConciergeContract>;

const stateOf: Record<CandidateView, DeskCandidate['state']> = {
  proposed: 'proposed',
  gone: 'proposed',
  published: 'published',
  dismissed: 'dismissed',
};

export const listCandidates: Calls['deskCandidates'] = async (ctx, asked) => {
  const desk = await deskOf(ctx);
  const { rows, ...rest } = await pageOf(asked.page, pageSize, (atMost, skip) =>
    selectDeskCandidates(ctx.global, {
      channels: channelsWithin(ctx, desk, asked.brandId),
      orgId: asked.orgId ?? null,
      search: asked.search,
      states: [stateOf[asked.view]],
      severities: asked.severity ? [asked.severity] : severities,
      onlyPresent: asked.view === 'proposed',
      onlyGone: asked.view === 'gone',
      page: skip / atMost + 1,
      pageSize: atMost,
    }),
  );
  return {
    data: {
      ...rest,
      rows: rows.map(
        ({ channelId, firstSeen, lastSeen, goneAt, decidedAt, orgId, companyName, fact: _fact, ...row }) => ({
          ...row,
          ...placeOf(ctx, { orgId, companyName, channelId }),
          firstSeen: firstSeen.toISOString(),
          lastSeen: lastSeen.toISOString(),
          goneAt: isoOrNull(goneAt),
          decidedAt: isoOrNull(decidedAt),
        }),
      ),
    },
  };
};

/** Refuses with `no-such-organization`, `no-such-candidate`. */
export const readCandidate: Calls['deskCandidate'] = async (ctx, key) => {
  return inOrganization(ctx, key.orgId, async ({ ctx: inside, companyName }) => {
    const state = await candidateState(inside, key);
    const fields = await candidateDraft(inside, key);
    if (!state || !fields) throw new Refusal('no-such-candidate');
    return { data: { companyName, state, fields } };
  });
};

/** Refuses with `no-such-organization`, `no-such-candidate`, `already-decided`. */
export const publishOne: Calls['publishCandidate'] = async (ctx, { fields, ...key }) => {
  return inOrganization(ctx, key.orgId, async ({ ctx: inside, expert }) => ({
    data: { weaknessId: await publishCandidate(inside, expert, key, fields) },
  }));
};

/** Each in a transaction of its own: what cannot be published now is left alone, and counted. */
export const publishMany: Calls['publishCandidates'] = async (ctx, { candidates }) => {
  let published = 0;
  for (const key of candidates) {
    try {
      await inOrganization(ctx, key.orgId, async ({ ctx: inside, expert }) => {
        const fields = await candidateDraft(inside, key);
        // what nobody has looked at is published only as it waits in the queue
        if (!fields || (await candidateState(inside, key)) !== 'proposed')
          throw new Refusal('already-decided');
        await publishCandidate(inside, expert, key, fields);
      });
      published++;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'not-found') throw error;
    }
  }
  return { data: { published, left: candidates.length - published } };
};

/** Refuses with `no-such-organization`, `no-such-candidate`, `already-decided`. */
export const decideOne: Calls['decideCandidate'] = async (ctx, { state, note, ...key }) => {
  return inOrganization(ctx, key.orgId, async ({ ctx: inside, db, expert }) => {
    const draft = await candidateDraft(inside, key);
    if (!draft) throw new Refusal('no-such-candidate');
    if ((await candidateState(inside, key)) === state) throw new Refusal('already-decided');
    await decideCandidate(inside, expert, key, { state, note });
    const named = { subject: 'weakness_candidate', subjectName: draft.title };
    if (state === 'dismissed')
      await recordAct(db, { act: 'weakness-set-aside', ...named, after: { reason: note } });
    else await recordAct(db, { act: 'weakness-taken-up', ...named });
    return {};
  });
};
