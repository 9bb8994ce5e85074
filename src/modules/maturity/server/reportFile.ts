import path from 'node:path';
import type { OrgScope } from '#platform/server/ctx.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import { reportFileName } from '../rules.ts';
import { gatherReport } from './report.ts';
import { renderMaturityReport } from './reportPdf.ts';

const drawReport = drawn(path.join(import.meta.dirname, 'reportPdf.ts'), renderMaturityReport);

/** The report as a PDF, named by the rule and not by what the address says. */
export async function reportPdf(ctx: OrgScope): Promise<FileReply> {
  const { report, standing, model } = await gatherReport(ctx);
  const notApplicable = standing.answers
    .filter(
      ({ questionId, answer }) => answer === 'notApplicable' && standing.score.reachable.has(questionId),
    )
    .map(({ questionId, note }) => ({ ...model.questions.get(questionId)!, note }));
  const brand = toPdfBrand(await brandOfOrg(ctx));
  const bytes = await drawReport(ctx, ctx.orgId, {
    brand,
    report,
    notApplicable: notApplicable.map(({ element, level, question, note }) => ({
      element: element.title,
      level,
      text: question.text,
      note,
    })),
    reconfirm: standing.reconfirm,
    now: ctx.now(),
  });
  return {
    bytes,
    type: 'application/pdf',
    name: reportFileName(report.companyName, ctx.now()),
    inline: true,
  };
}
