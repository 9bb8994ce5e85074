import { shownDay } from '#platform/dates.ts';
import { heading } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { contents, type ContentsEntry } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { finishPdf, newPage, openPdf, type Pdf } from '#platform/server/pdf/document.ts';
import { callout, steps } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { RatingsData } from '../../entities.ts';
import { ruler } from './report.ruler.ts';
import { writeAssets, writeFindings, writeMethod, writeTrend, writeVectors } from './report.sections.ts';
import {
  categoryWords,
  count,
  effort,
  gradeTone,
  openFindings,
  sourceWords,
  verdictOf,
  whoWords,
} from './report.wording.ts';

export type SnapshotReportInput = {
  data: RatingsData;
  companyName: string;
  brand: PdfBrand;
  now: Date;
  /** Across every page. */
  watermark?: string;
};

const title = 'Security rating snapshot';
/** Of what to do, so many on the first page. */
const mostFirst = 2;

/** The snapshot of a rating as a tagged PDF, made of the answer alone. Same input, same bytes. */
export function renderSnapshotReport(input: SnapshotReportInput): Promise<Buffer> {
  const { data, companyName, brand, now, watermark } = input;
  const pdf = openPdf({
    brand,
    title: `${title}: ${companyName}`,
    subject: `${title} of ${data.domain}, ${shownDay(data.measuredAt)}`,
    keywords: ['security rating', 'attack surface'],
    runningTitle: `${title}  ·  ${data.domain}  ·  ${shownDay(data.measuredAt)}`,
    footer: watermark ? 'Sample with made-up numbers' : `Confidential. Prepared for ${companyName}`,
    ...(watermark ? { watermark } : {}),
    now,
  });
  writeFirstPage(pdf, input);
  newPage(pdf);
  heading(pdf, 1, 'Contents', { above: 0 });
  contents(pdf, entriesOf(data));
  writeTrend(pdf, data);
  writeVectors(pdf, data);
  writeFindings(pdf, data);
  writeAssets(pdf, data);
  writeMethod(pdf, data, brand.emailDomain);
  return finishPdf(pdf);
}

function writeFirstPage(pdf: Pdf, { data, companyName }: SnapshotReportInput): void {
  cover(pdf, {
    title,
    kind: sourceWords(data),
    organization: companyName,
    subtitle: `${data.domain}  ·  measured ${shownDay(data.measuredAt)}`,
  });
  const { tone, title: sentence, body } = verdictOf(data);
  callout(pdf, tone, sentence, body);
  ruler(pdf, { rating: data.ratings[0]!.rating, industry: data.industry_grade?.average_rating ?? null });
  heading(pdf, 1, 'The four categories', { keep: 100, above: 14 });
  table(
    pdf,
    [
      { header: 'Category', width: 118, fixed: true, rowHeader: true, style: { face: 'medium' } },
      { header: 'Grade', width: 64, fixed: true },
      { header: 'Share', width: 50, fixed: true, tabular: true },
      { header: 'What it is about', width: 1 },
    ],
    data.categories.map(({ name, grade, weight }) => [
      name,
      { pill: gradeTone(grade), word: grade },
      weight ? `${weight}%` : '–',
      grade === 'N/A' ? 'Too little is known to grade it.' : categoryWords(name),
    ]),
  );
  const best = openFindings(data).filter(({ finding }) => (finding.gain ?? 0) > 0);
  if (best.length === 0) return;
  heading(pdf, 1, 'Biggest improvements', { keep: 130, above: 14 });
  steps(
    pdf,
    best.slice(0, mostFirst).map(({ finding }) => ({
      title: finding.title,
      body: finding.remedy[0] ? `${whoWords(finding.remedy[0].who)}: ${finding.remedy[0].text}` : '',
      meta: `${finding.asset}  ·  +${count(finding.gain!, 'point')}${finding.minutes > 0 ? `  ·  about ${effort(finding.minutes)}` : ''}`,
    })),
  );
}

function entriesOf(data: RatingsData): ContentsEntry[] {
  const entries: (ContentsEntry | null)[] = [
    data.ratings.length > 1 ? { text: 'Rating over time', id: 'trend', level: 1 } : null,
    data.changes.length > 0 ? { text: 'Why it moved', id: 'changes', level: 1 } : null,
    { text: 'Grades of all risk vectors', id: 'vectors', level: 1 },
    { text: 'What to do', id: 'findings', level: 1 },
    data.assets.length > 0 ? { text: 'What was looked at', id: 'assets', level: 1 } : null,
    { text: 'How the rating is made, and what it cannot say', id: 'method', level: 1 },
  ];
  return entries.filter((entry) => entry !== null);
}
