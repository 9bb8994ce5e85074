import { shownDay } from '#platform/dates.ts';
import { heading } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand.ts';
import { contents, type ContentsEntry } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/cover.ts';
import { finishPdf, newPage, openPdf, type Pdf } from '#platform/server/pdf/document.ts';
import { callout, statTiles } from '#platform/server/pdf/panels.ts';
import type { RatingsData } from '../entities.ts';
import { ruler } from './report.ruler.ts';
import { writeAssets, writeFindings, writeMethod, writeTrend, writeVectors } from './report.sections.ts';
import { gradeTone, sourceWords, verdictOf } from './report.wording.ts';

export type SnapshotReportInput = {
  data: RatingsData;
  companyName: string;
  brand: PdfBrand;
  now: Date;
  /** Across every page. */
  watermark?: string;
};

const title = 'Security rating snapshot';

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
  heading(pdf, 1, 'The four categories', { keep: 100 });
  statTiles(
    pdf,
    data.categories.map(({ name, grade, weight }) => ({
      value: grade,
      label: name,
      tone: gradeTone(grade),
      note: grade === 'N/A' ? 'Too little is known' : weight ? `${weight}% of the rating` : 'Takes points directly',
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
