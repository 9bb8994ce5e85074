import { setImmediate } from 'node:timers/promises';
import { shownDay } from '#platform/dates.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { contents } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { finishPdf, newPage, space } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { statTiles } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import { approvedBy, packFileName, reviewStanding } from '../../rules.ts';
import { selectCompany } from '../company.store.ts';
import { selectPack } from '../inForce.store.ts';
import { pdfReply } from './policyPdf.ts';
import { writeFacts, writePolicy } from './policyPdf.parts.ts';
import { footerOf, openPolicyDocument } from './policyPdf.write.ts';
import type { PolicyOnPaper } from './policyPdf.write.ts';

const placeOf = (index: number): string => `policy-${index + 1}`;

/** A policy, and what the company was called when it was approved. */
export type PolicyInPack = PolicyOnPaper & { companyName?: string | null };

export type PackInput = {
  brand: PdfBrand;
  organization: string;
  policies: readonly PolicyInPack[];
  now: Date;
};

const nextReview = (policies: readonly PolicyOnPaper[], now: Date): string | undefined =>
  policies
    .flatMap(({ reviewDate }) => (reviewDate && reviewDate >= now.toISOString() ? [reviewDate] : []))
    .toSorted()[0];

function writeCover(pdf: Pdf, { organization, policies, now }: PackInput): void {
  cover(pdf, {
    title: 'Security policies',
    kind: 'All policies in force',
    organization,
    subtitle: shownDay(now),
  });
  const overdue = policies.filter(
    ({ reviewDate }) => reviewDate && reviewStanding(new Date(reviewDate), now) === 'overdue',
  ).length;
  const next = nextReview(policies, now);
  statTiles(pdf, [
    {
      label: 'In force',
      value: String(policies.length),
      note: policies.length === 1 ? 'policy' : 'policies',
    },
    {
      label: 'Reviews overdue',
      value: String(overdue),
      note: next ? `Next one ${shownDay(next)}` : '',
      tone: overdue > 0 ? 'warning' : 'good',
    },
  ]);
  space(pdf, 4);
  paragraph(pdf, 'Each policy is included exactly as it was approved and starts on a new page.');
  table(
    pdf,
    [
      { header: 'Policy', width: 5, rowHeader: true, style: { face: 'medium' } },
      { header: 'Version', width: 52, fixed: true, align: 'right', tabular: true },
      { header: 'Approved by', width: 3, maxLines: 14 },
      { header: 'Approved on', width: 80, fixed: true, tabular: true },
      { header: 'Next review', width: 80, fixed: true, tabular: true },
    ],
    policies.map((policy, index) => [
      [{ text: policy.name, goTo: placeOf(index), color: pdf.theme.ink }],
      String(policy.version),
      approvedBy(policy),
      policy.approvalDate ? shownDay(policy.approvalDate) : '',
      policy.reviewDate ? shownDay(policy.reviewDate) : '',
    ]),
  );
}

/** Policies in one document: cover, contents, then each on a page of its own. Same input, same bytes. */
export async function renderPack(input: PackInput): Promise<Buffer> {
  const { brand, organization, policies, now } = input;
  const runningTitle = `Security policies  \u00b7  ${shownDay(now)}`;
  const pdf = openPolicyDocument({
    brand,
    title: `Security policies of ${organization}`,
    subject: `${policies.length} security policies in force on ${shownDay(now)}`,
    keywords: ['security policies', ...policies.map(({ name }) => name)],
    runningTitle,
    footer: footerOf(
      organization,
      policies.some(({ maps }) => maps !== null),
    ),
    now,
  });
  writeCover(pdf, input);
  // a long list on the cover leaves room below its end
  if (pdf.pageIndex === 0) newPage(pdf);
  heading(pdf, 1, 'Contents', { keep: Math.min(policies.length, 10) * 22 });
  contents(
    pdf,
    policies.map(({ name }, index) => ({ text: name, id: placeOf(index), level: 1 })),
  );
  for (const [index, policy] of policies.entries()) {
    // others who wait for an answer come in between
    await setImmediate();
    pdf.runningTitle = `${policy.name}  \u00b7  version ${policy.version}`;
    newPage(pdf);
    heading(pdf, 1, policy.name, {
      id: placeOf(index),
      style: { ...pdf.scale.title, size: 20, leading: 26 },
      below: 4,
    });
    writeFacts(pdf, policy);
    if (policy.companyName && policy.companyName !== organization)
      paragraph(pdf, `Approved when the company was named ${policy.companyName}.`, { style: pdf.scale.meta });
    await writePolicy(pdf, policy, 1);
  }
  await setImmediate();
  return finishPdf(pdf);
}

const drawPack = drawn(import.meta.filename, renderPack);

/** Every policy that holds now as one PDF; that it was taken is written down. Refuses with `nothing-in-force`. */
export async function packPdf(ctx: OrgScope): Promise<FileReply> {
  const { policies, companyName } = await ctx.inOrg(async (db) => {
    const found = await selectPack(db);
    if (found.length === 0) throw new Refusal('nothing-in-force');
    await recordAct(db, { act: 'policies-downloaded', subject: 'policy', after: { policies: found.length } });
    return { policies: found, companyName: (await selectCompany(db)).companyName };
  });
  const brand = toPdfBrand(await brandOfOrg(ctx));
  const now = ctx.now();
  const bytes = await drawPack(ctx, ctx.orgId, { brand, organization: companyName, policies, now });
  return pdfReply(bytes, packFileName(companyName, now));
}
