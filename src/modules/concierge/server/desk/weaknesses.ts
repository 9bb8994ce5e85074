import { readRichText } from '#platform/richText.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Severity, WeaknessStatus } from '../../rules.ts';
import { weaknessTypeOf } from '../content.ts';
import type { DeskMember, DeskWeakness, WeaknessDraft } from './desk.ts';
import type { Known, Source } from '../watch/sightings.ts';
import { publishWeakness, setStatus, type Author } from '../weaknesses/publish.ts';
import { decideCandidate, holdCandidate } from '../watch/watch.store.ts';
import { bodyOf } from '../weaknesses/body.ts';
import {
  holdWeakness,
  insertEvent,
  selectEvents,
  selectWeakness,
  updateWeakness,
  type EventRow,
} from '../weaknesses/weaknesses.store.ts';

/** In an organisation as a member of the staff who acts for nobody: its log names them. */
export const asMember = (ctx: BaseCtx, orgId: string, member: DeskMember): OrgScope =>
  ctx.forOrg(orgId, { staff: member.email });
const authorOf = (member: DeskMember): Author => ({ by: member.name, byStaff: true });

type CandidateKey = { orgId: string; type: string; asset: string };

/** What a candidate would say if it were published as it is; null where there is no such candidate. */
export async function candidateDraft(
  ctx: BaseCtx,
  { orgId, type, asset }: CandidateKey,
): Promise<WeaknessDraft | null> {
  const row = await ctx.forOrg(orgId).inOrg((db) => holdCandidate(db, { type, asset }));
  if (!row) return null;
  const known = weaknessTypeOf(type);
  const { title, evidence } = row;
  return {
    title,
    severity: row.severity as Severity,
    asset,
    evidence,
    body: known ? bodyOf(known, { asset, evidence }) : [],
  };
}

/** What was decided about a candidate; null where there is no such candidate. */
export async function candidateState(
  ctx: BaseCtx,
  { orgId, type, asset }: CandidateKey,
): Promise<Known['state'] | null> {
  const row = await ctx.forOrg(orgId).inOrg((db) => holdCandidate(db, { type, asset }));
  return (row?.state as Known['state'] | undefined) ?? null;
}

/** Staff say how severe a weakness is, unless it stands on issues of a scan: the two would contradict each other. */
const severityAtDesk = (
  seen: { present: boolean; source: string; severity: string } | undefined,
  given: Severity,
): Severity => (seen?.present && seen.source === 'scan' ? (seen.severity as Severity) : given);

/** A candidate that is not published yet. Refuses with `no-such-candidate`, `already-decided`. */
async function undecided(db: OrgDb, key: CandidateKey) {
  const row = await holdCandidate(db, key);
  if (!row) throw new Refusal('no-such-candidate');
  if (row.state === 'published') throw new Refusal('already-decided');
  return row;
}

/**
 * Makes a weakness of a candidate, as staff worded it. Of two at once, one does.
 * Refuses with `no-such-candidate`, `already-decided`.
 * @returns the id of the weakness
 */
export async function publishCandidate(
  ctx: BaseCtx,
  member: DeskMember,
  key: CandidateKey,
  draft: WeaknessDraft,
): Promise<string> {
  const scope = asMember(ctx, key.orgId, member);
  return scope.inOrg(async (db) => {
    const row = await undecided(db, key);
    const publication = {
      ...draft,
      severity: severityAtDesk(row, draft.severity),
      asset: key.asset,
      body: readRichText(draft.body),
      type: row.type,
      source: row.source as Source,
    };
    const id = await publishWeakness(scope, db, publication, authorOf(member));
    if (!id) throw new Refusal('already-decided');
    await decideCandidate(db, key, {
      state: 'published',
      weaknessId: id,
      by: member.name,
      note: '',
      at: ctx.now(),
    });
    return id;
  });
}

/** Sets a candidate aside, or takes it up again. Refuses with `no-such-candidate`, `already-decided`. */
export async function decide(
  ctx: BaseCtx,
  member: DeskMember,
  key: CandidateKey,
  { state, note }: { state: 'dismissed' | 'proposed'; note: string },
): Promise<void> {
  await asMember(ctx, key.orgId, member).inOrg(async (db) => {
    await undecided(db, key);
    await decideCandidate(db, key, { state, weaknessId: null, by: member.name, note, at: ctx.now() });
  });
}

/** A weakness that staff found themselves. @returns its id */
export async function createWeakness(
  ctx: BaseCtx,
  member: DeskMember,
  orgId: string,
  draft: WeaknessDraft,
): Promise<string> {
  const scope = asMember(ctx, orgId, member);
  const publication = { ...draft, body: readRichText(draft.body), type: 'staff', source: 'staff' as const };
  return (await scope.inOrg((db) => publishWeakness(scope, db, publication, authorOf(member))))!;
}

/** Null where there is no such weakness. */
export async function readDeskWeakness(
  ctx: BaseCtx,
  orgId: string,
  weaknessId: string,
): Promise<{ weakness: DeskWeakness; threadId: string | null; history: EventRow[] } | null> {
  return ctx.forOrg(orgId).inOrg(async (db) => {
    const row = await selectWeakness(db, weaknessId);
    if (!row) return null;
    const { thread, ...weakness } = row;
    return {
      weakness: { ...weakness, orgId, body: readRichText(row.body) },
      threadId: thread?.threadId ?? null,
      history: await selectEvents(db, weaknessId),
    };
  });
}

export type WeaknessSaving = {
  orgId: string;
  weaknessId: string;
  /** The version that was edited: of two writes at once one is refused. */
  version: number;
  draft?: WeaknessDraft;
  status?: WeaknessStatus;
  /** Stands in the history, for the customer to read. */
  note: string;
};

/** Refuses with `no-such-weakness`, `changed-meanwhile`. @returns the version now */
export async function changeWeakness(
  ctx: BaseCtx,
  member: DeskMember,
  saving: WeaknessSaving,
): Promise<number> {
  const scope = asMember(ctx, saving.orgId, member);
  return scope.inOrg(async (db: OrgDb) => {
    const held = await holdWeakness(db, saving.weaknessId);
    if (!held) throw new Refusal('no-such-weakness');
    if (held.version !== saving.version) throw new Refusal('changed-meanwhile');
    const { draft, status, note } = saving;
    if (draft) {
      // the portal finds what it found before by type and asset
      const { asset, ...rest } = draft;
      const severity = severityAtDesk(
        held.type === 'staff' ? undefined : await holdCandidate(db, held),
        rest.severity,
      );
      await updateWeakness(
        db,
        held.id,
        { ...rest, severity, ...(held.type === 'staff' && { asset }), body: readRichText(draft.body) },
        ctx.now(),
      );
    }
    const change = status !== undefined && status !== held.status ? status : null;
    const author = authorOf(member);
    if (change) await setStatus(scope, db, held.id, { status: change, act: 'status', note }, author);
    else if (draft)
      await insertEvent(db, saving.orgId, held.id, {
        at: ctx.now(),
        act: 'edited',
        status: held.status as WeaknessStatus,
        note,
        ...author,
      });
    return held.version + (draft ? 1 : 0) + (change ? 1 : 0);
  });
}
