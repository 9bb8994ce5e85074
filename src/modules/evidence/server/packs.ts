import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import { codeOf, newCode } from '#platform/server/secrets/checkCode.ts';
import type { OrgCtx, OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { countUse, uncountUse } from '#platform/server/http/rateLimit.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply, Handlers } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import type { evidenceContract, Pack, packCheckContract } from '../contract.ts';
import { evidencePaths } from '../paths.ts';
import { documentId, packFileName, packsKept, packsPerHour, sectionsFor } from '../rules.ts';
import { gatherFacts, offeredSections } from './facts.ts';
import { renderPack } from './packPdf.ts';
import * as store from './packs.store.ts';

type Calls = Handlers<typeof evidenceContract>;

const drawPack = drawn(path.join(import.meta.dirname, 'packPdf.ts'), renderPack);

const keyOf = (orgId: string, id: string): string => `organizations/${orgId}/evidence/${id}.pdf`;

export async function listPacks(
  ctx: OrgScope,
  { page }: BodyOf<typeof evidenceContract.packs>,
): Promise<ReplyOf<typeof evidenceContract.packs>> {
  const [found, offered] = [await ctx.inOrg((db) => store.selectPacks(db, page)), await offeredSections(ctx)];
  return { data: { ...found, offered } };
}

/** Files of packs whose rows are gone; one that stays behind is found by nobody. */
async function removeFiles(ctx: OrgScope, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await ctx.providers.files
      .remove(keyOf(ctx.orgId, id))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'file of an evidence pack'));
  }
}

async function storeFile(ctx: OrgScope, id: string, bytes: Buffer): Promise<void> {
  try {
    await ctx.providers.files.put(keyOf(ctx.orgId, id), bytes, 'application/pdf');
  } catch (error) {
    throw new Refusal('no-room', undefined, error);
  }
}

/** Refuses with `nothing-chosen` where the plan holds none of what was asked, `too-many-packs`, `no-room`. */
export const makePack: Calls['makePack'] = async (ctx, { audience, addressee, sections: chosen }) => {
  const offered = await offeredSections(ctx);
  const sections = sectionsFor(
    audience,
    offered.filter((section) => chosen?.includes(section) ?? true),
  );
  if (sections.length === 0) throw new Refusal('nothing-chosen');
  const allowance = `evidence:${ctx.orgId}`;
  const wait = await countUse(ctx.global, allowance, packsPerHour, 3600, ctx.now());
  if (wait !== null) throw new Refusal('too-many-packs', { retryAfterSeconds: wait });
  try {
    return { data: await drawAndKeep(ctx, { audience, addressee, sections }) };
  } catch (error) {
    await uncountUse(ctx.global, allowance);
    throw error;
  }
};

async function drawAndKeep(
  ctx: OrgCtx,
  wanted: Pick<Pack, 'audience' | 'addressee' | 'sections'>,
): Promise<Pack> {
  const now = ctx.now();
  const facts = await gatherFacts(ctx, wanted.sections);
  const id = randomUUID();
  const brand = await brandOfOrg(ctx);
  const code = newCode();
  const checkAddress = brand.wire.webAddress + evidencePaths.check(code);
  const input = {
    ...wanted,
    brand: toPdfBrand(brand),
    facts,
    documentId: documentId(id),
    code,
    checkAddress,
    now,
  };
  const { pages, ...file } = await drawPack(ctx, ctx.orgId, input);
  const bytes = Buffer.from(file.bytes);
  const fingerprint = createHash('sha256').update(bytes).digest('hex');
  const name = packFileName(facts.companyName, now);
  await storeFile(ctx, id, bytes);
  const made = { ...wanted, id, name, pages, bytes: bytes.length, fingerprint, code };
  try {
    const { madeBy, gone } = await ctx.inOrg(async (db) => {
      const maker = (await store.selectMaker(db, ctx.session.cognitoId)) ?? ctx.session.email;
      await store.insertPack(db, ctx.orgId, {
        ...made,
        madeAt: now,
        madeBy: maker,
        companyName: facts.companyName,
      });
      return { madeBy: maker, gone: await store.keepNewest(db, packsKept) };
    });
    await removeFiles(ctx, gone);
    return { ...made, documentId: documentId(id), madeAt: now.toISOString(), madeBy, withdrawnAt: null };
  } catch (error) {
    await removeFiles(ctx, [id]);
    throw error;
  }
}

/** The very bytes that were made; that they were taken is written down. Refuses with `no-such-pack`. */
export async function downloadPack(
  ctx: OrgScope,
  { id }: BodyOf<typeof evidenceContract.pack>,
): Promise<FileReply> {
  const pack = await ctx.inOrg((db) => store.selectPack(db, id));
  const file = pack && (await ctx.providers.files.open(keyOf(ctx.orgId, pack.id)));
  if (!pack || !file) throw new Refusal('no-such-pack');
  await ctx.inOrg((db) =>
    recordAct(db, {
      act: 'evidence-pack-downloaded',
      subject: 'evidence_pack',
      subjectId: pack.id,
      subjectName: pack.name,
    }),
  );
  return { bytes: file.bytes, type: 'application/pdf', name: pack.name };
}

/** From now on the page that checks it says that the company withdrew it; the file itself is with those who have it. Refuses with `no-such-pack`. */
export const withdrawPack: Calls['withdrawPack'] = async (ctx, { id }) => {
  return ctx.inOrg(async (db) => {
    const pack = await store.selectPack(db, id);
    if (!pack) throw new Refusal('no-such-pack');
    const by = (await store.selectMaker(db, ctx.session.cognitoId)) ?? ctx.session.email;
    if (await store.withdraw(db, pack.id, by, ctx.now()))
      await recordAct(db, {
        act: 'evidence-pack-withdrawn',
        subject: 'evidence_pack',
        subjectId: pack.id,
        subjectName: pack.name,
      });
    return { data: (await store.selectPack(db, pack.id))! };
  });
};

/** What is on record about a pack, for anyone who has its code: enough to compare a file, and nothing of what it says. */
export async function checkPack(
  ctx: PublicCtx,
  given: BodyOf<(typeof packCheckContract)['checkPack']>,
): Promise<ReplyOf<(typeof packCheckContract)['checkPack']>> {
  const code = codeOf(given.code);
  const orgId = code && (await store.selectOrganizationOf(ctx.global, code));
  const pack = orgId && (await ctx.forOrg(orgId).inOrg((db) => store.selectPackByCode(db, code)));
  if (!pack) throw new Refusal('no-such-pack');
  const { companyName: company, madeAt, pages, bytes, fingerprint, withdrawnAt } = pack;
  return {
    data: { code, documentId: pack.documentId, company, madeAt, pages, bytes, fingerprint, withdrawnAt },
  };
}
