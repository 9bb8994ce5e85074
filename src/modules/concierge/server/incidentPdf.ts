import { shownDay } from '#platform/dates.ts';
import { heading, keyValues, paragraph } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { ensure, finishPdf, openPdf, type Pdf } from '#platform/server/pdf/document.ts';
import { layoutText } from '#platform/server/pdf/text.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { TextStyle } from '#platform/server/pdf/theme.ts';
import type { IncidentClaims, IncidentGuide } from '../entities.ts';

export type IncidentPdfInput = {
  brand: PdfBrand;
  companyName: string;
  guide: IncidentGuide;
  claims: IncidentClaims | null;
  /** An empty schedule is none. */
  experts: { email: string; schedule: string };
  now: Date;
};

const stepStyle = (pdf: Pdf): TextStyle => ({ ...pdf.scale.table, size: 9.5, leading: 14 });

/** Height that a list needs, so that it is not begun where it cannot end. */
const heightOf = (pdf: Pdf, { steps }: IncidentGuide['now']): number =>
  90 +
  steps.reduce(
    (sum, { text, why }) =>
      sum + 14 + 13 * layoutText(pdf, [text, why].filter(Boolean).join(' '), pdf.scale.table, 380).length,
    0,
  );

function list(pdf: Pdf, part: IncidentGuide['now']): void {
  ensure(pdf, Math.min(heightOf(pdf, part), pdf.bottom - pdf.top));
  heading(pdf, 1, part.title, { style: pdf.scale.h2, above: 18, below: 4, keep: 60 });
  table(
    pdf,
    [
      { header: 'Time', width: 58, fixed: true },
      { header: 'By', width: 58, fixed: true },
      { header: 'Step', width: 1, rowHeader: true, maxLines: Infinity, style: stepStyle(pdf) },
    ],
    part.steps.map(({ text, why }) => [
      '',
      '',
      why ? [text, { text: ` ${why}`, color: pdf.theme.muted }] : text,
    ]),
  );
}

/** The lists of the first hour on paper, with columns to write times and names in. Same input, same bytes. */
export function renderIncident({
  brand,
  companyName,
  guide,
  claims,
  experts,
  now,
}: IncidentPdfInput): Promise<Buffer> {
  const pdf = openPdf({
    brand,
    title: `${guide.title} of an incident`,
    subject: `What ${companyName} does in the first hour of a security incident`,
    keywords: ['incident', 'response', 'checklist'],
    runningTitle: `${guide.title} of an incident  ·  ${shownDay(now)}`,
    footer: `Prepared for ${companyName}`,
    now,
  });
  cover(pdf, {
    title: guide.title,
    kind: 'Incident response',
    organization: companyName,
    subtitle: `As of ${shownDay(now)}`,
  });
  paragraph(pdf, guide.summary, { style: pdf.scale.lead, after: 12 });
  keyValues(
    pdf,
    [
      ...(claims
        ? [
            {
              label: `Claims line of ${claims.insurer}`,
              value: [{ text: claims.phone, strong: true }, `, ${claims.hours}`],
            },
          ]
        : []),
      { label: 'Security experts', value: [{ text: experts.email, link: `mailto:${experts.email}` }] },
      ...(experts.schedule
        ? [{ label: 'Schedule a call', value: [{ text: experts.schedule, link: experts.schedule }] }]
        : []),
      { label: 'Who leads (name and phone)', value: '________________________________' },
      { label: 'Policy number', value: '________________________________' },
    ],
    { columns: 2 },
  );
  list(pdf, guide.now);
  for (const kind of guide.kinds) list(pdf, kind);
  list(pdf, guide.later);
  return finishPdf(pdf);
}
