import { createHash, randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReplyOf } from '#platform/endpoint.ts';
import { percentOf } from '#platform/percent.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import { isDuplicate } from '#platform/server/database/database.ts';
import type { JobRun } from '#platform/server/jobs/jobs.ts';
import { countUse, uncountUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import { endTokens, stepUp } from '#modules/accounts/server/public.ts';
import { brandOfChannel, catalogOf } from '#modules/catalog/server/public.ts';
import type { Export, exportsContract } from '../contract.ts';
import { expiryFrom, exportFileName, exportsPerDay, exportsShown, lostAfterHours } from '../rules.ts';
import * as store from './exports.store.ts';
import { makeExportSpec } from './jobSpecs.ts';
import { queueReadyMails } from './mails.ts';
import { openZip } from './writeZip.ts';

type Calls = Handlers<typeof exportsContract>;

/** Beside the folders that other calls hand files out of: an export is downloaded by its own call alone. */
export const exportsPrefix = (orgId: string): string => `exports/${orgId}/`;
const keyOf = (orgId: string, id: string): string => `${exportsPrefix(orgId)}${id}.zip`;

const wireOf = (row: store.ExportRow, now: Date): Export => ({
  id: row.id,
  name: row.name,
  askedAt: row.askedAt.toISOString(),
  askedBy: row.askedBy,
  state: row.expiresAt && row.expiresAt <= now ? 'expired' : row.state,
  percent: row.percent,
  activity: row.activity,
  readyAt: row.readyAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  bytes: row.bytes === null ? null : Number(row.bytes),
  fingerprint: row.fingerprint,
});

export async function listExports(ctx: OrgScope): Promise<ReplyOf<typeof exportsContract.exports>> {
  const rows = await ctx.inOrg((db) => store.selectExports(db, exportsShown));
  return { data: rows.map((row) => wireOf(row, ctx.now())) };
}

/** Refuses with `export-running`, `too-many-exports`, `invalid-token`, `identity-unavailable`. */
export const askForExport: Calls['makeExport'] = async (ctx, tokens) => {
  await stepUp(ctx, tokens);
  const allowance = `export:${ctx.orgId}`;
  const wait = await countUse(ctx.global, allowance, exportsPerDay, 86_400, ctx.now());
  if (wait !== null) throw new Refusal('too-many-exports', { retryAfterSeconds: wait });
  try {
    const data = await insertAsked(ctx);
    await endTokens(ctx, tokens);
    return { data };
  } catch (error) {
    await uncountUse(ctx.global, allowance);
    if (isDuplicate(error, 'data_export_at_work')) throw new Refusal('export-running');
    throw error;
  }
};

const insertAsked = (ctx: OrgCtx): Promise<Export> =>
  ctx.inOrg(async (db) => {
    const now = ctx.now();
    const company = await store.selectCompany(db, ctx.orgId);
    const self = (await store.selectAdministrators(db, ctx.orgId)).find(
      (one) => one.cognitoId === ctx.session.cognitoId,
    );
    if (!company || !self) throw new Refusal('unauthenticated');
    await store.failLost(db, new Date(now.getTime() - lostAfterHours * 3_600_000));
    const asked = {
      id: randomUUID(),
      name: exportFileName(company.companyName, now),
      askedAt: now,
      askedBy: `${self.firstName} ${self.lastName}`.trim() || self.email,
    };
    await store.insertExport(db, ctx.orgId, asked);
    await recordAct(db, {
      act: 'export-asked',
      subject: 'data_export',
      subjectId: asked.id,
      subjectName: asked.name,
    });
    await ctx.jobs.enqueue(db, makeExportSpec, { orgId: ctx.orgId, id: asked.id }, { key: ctx.orgId });
    return wireOf((await store.selectExport(db, asked.id))!, now);
  });

/** Counts and hashes what runs through. */
function meter(): { stream: Transform; read: () => { bytes: number; fingerprint: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, fingerprint: hash.digest('hex') }) };
}

const reportEveryMs = 500;

/** Writes progress down at most twice a second; a row that is gone ends the work. */
function progressReporter(scope: OrgScope, id: string): (part: number, activity: string) => Promise<void> {
  let reportedAt = -Infinity;
  return async (part, activity) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    if (
      !(await scope.inOrg((db) =>
        store.markProgress(db, id, { percent: Math.min(99, percentOf(part, 1)), activity }),
      ))
    )
      throw new Error('This export is no longer asked for.');
  };
}

async function writeExport(scope: OrgScope, id: string, signal: AbortSignal): Promise<void> {
  const company = await scope.inOrg((db) => store.selectCompany(db, scope.orgId));
  if (!company) return;
  const brandName = brandOfChannel(catalogOf(scope.settings), company.channelId).wire.brandNameLong;
  const ended = new AbortController();
  const whileWanted = AbortSignal.any([signal, ended.signal]);
  const zip = await openZip(scope, {
    companyName: company.companyName,
    brandName,
    progress: progressReporter(scope, id),
    signal: whileWanted,
  });
  const { stream, read } = meter();
  const key = keyOf(scope.orgId, id);
  // a store that refuses ends the reading, and a read that fails ends what the store is given
  const written = pipeline(zip, stream);
  const stored = scope.providers.files.put(key, stream, 'application/zip').catch((error: unknown) => {
    ended.abort();
    stream.destroy();
    throw error;
  });
  const [reading, storing] = await Promise.allSettled([written, stored]);
  if (storing.status === 'rejected') throw storing.reason;
  if (reading.status === 'rejected') throw reading.reason;
  const now = scope.now();
  const isKept = await scope.inOrg(async (db) => {
    const ready = await store.markReady(db, id, { ...read(), readyAt: now, expiresAt: expiryFrom(now) });
    if (ready) await queueReadyMails(scope, db, ready);
    return ready !== undefined;
  });
  if (!isKept) await scope.providers.files.remove(key);
}

/** Writes an export that was asked for; one that is not at work any more is left alone. */
export async function makeExport(
  ctx: BaseCtx,
  { orgId, id }: { orgId: string; id: string },
  job: JobRun,
): Promise<void> {
  const scope = ctx.forOrg(orgId);
  if (!(await scope.inOrg((db) => store.markProgress(db, id, { percent: 0, activity: '' })))) return;
  try {
    await writeExport(scope, id, job.signal);
  } catch (error) {
    if (job.lastAttempt) await scope.inOrg((db) => store.markFailed(db, id));
    throw error;
  }
}

/** That it was taken is written down. Refuses with `no-such-export`. */
export const downloadExport: Calls['export'] = async (ctx, { id }) => {
  const found = await ctx.inOrg((db) => store.selectExport(db, id));
  const isThere = found?.state === 'ready' && found.expiresAt !== null && found.expiresAt > ctx.now();
  const file = isThere ? await ctx.providers.files.open(keyOf(ctx.orgId, found.id)) : null;
  if (!found || !file) throw new Refusal('no-such-export');
  await ctx.inOrg((db) =>
    recordAct(db, {
      act: 'export-downloaded',
      subject: 'data_export',
      subjectId: found.id,
      subjectName: found.name,
    }),
  );
  return { bytes: file.bytes, type: 'application/zip', name: found.name };
};

/** Removes exports of one organization whose time is over: the file first, so that no row is missing for one. */
export async function removeEndedExports(scope: OrgScope, failedBefore: Date): Promise<number> {
  const ids = await scope.inOrg((db) => store.selectEnded(db, scope.now(), failedBefore));
  for (const id of ids) {
    await scope.providers.files.remove(keyOf(scope.orgId, id));
    await scope.inOrg((db) => store.deleteExport(db, id));
  }
  return ids.length;
}
