import { shownDay, shownTime } from '#platform/dates.ts';
import { heading, keyValues } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { finishPdf, openPdf } from '#platform/server/pdf/document.ts';
import { callout } from '#platform/server/pdf/charts/panels.ts';
import { pillRow } from '#platform/server/pdf/pills/pillRow.ts';
import { writeRichText } from '#platform/server/pdf/richText.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Tone } from '#platform/server/pdf/theme.ts';
import { monitoringPaths } from '#modules/monitoring/paths.ts';
import { ratingsPaths } from '#modules/ratings/paths.ts';
import type { WeaknessDetails } from '../../entities.ts';
import { eventWords, type Severity, type WeaknessStatus } from '../../rules.ts';

const toneOf: Record<Severity, Tone> = {
  Critical: 'danger',
  High: 'danger',
  Medium: 'warning',
  Low: 'notice',
  Info: 'neutral',
};

const severityWords = { high: 'High', medium: 'Medium', low: 'Low' } as const;
const issueWords = {
  open: 'open',
  fixed: 'fixed',
  accepted: 'risk accepted',
  'false-positive': 'false alarm',
} as const;

const verdict: Record<WeaknessStatus, { tone: (severity: Severity) => Tone; title: string; body: string }> = {
  Open: {
    tone: (severity) => toneOf[severity],
    title: 'This weakness is open',
    body: 'The steps below say who does what. Forward this page to the people who take them.',
  },
  Resolved: {
    tone: () => 'good',
    title: 'This weakness is resolved',
    body: 'It is kept as a record of what was done.',
  },
  'Not Relevant': {
    tone: () => 'neutral',
    title: 'This weakness is not relevant here',
    body: 'The experts reviewed it and set it aside.',
  },
  'No Status': {
    tone: () => 'neutral',
    title: 'This weakness has no status',
    body: 'It is not being watched at present.',
  },
};

export type WeaknessPdfInput = {
  brand: PdfBrand;
  webAddress: string;
  companyName: string;
  weakness: WeaknessDetails;
  now: Date;
};

/** One weakness as a tagged PDF, to be passed on to whoever fixes it. Same input, same bytes. */
export function renderWeakness({
  brand,
  webAddress,
  companyName,
  weakness,
  now,
}: WeaknessPdfInput): Promise<Buffer> {
  const pdf = openPdf({
    brand,
    title: `Security weakness: ${weakness.title}`,
    subject: `Security weakness of ${companyName}, reported ${shownDay(weakness.reportedOn)}`,
    keywords: ['security weakness', weakness.severity, weakness.status],
    runningTitle: `Security weakness  ·  ${shownDay(now)}`,
    footer: `Confidential. Prepared for ${companyName}`,
    now,
  });
  cover(pdf, {
    title: weakness.title,
    kind: 'Security weakness',
    organization: companyName,
    subtitle: `As of ${shownDay(now)}`,
  });
  pillRow(pdf, [
    { tone: toneOf[weakness.severity], word: weakness.severity },
    { tone: weakness.status === 'Resolved' ? 'good' : 'neutral', word: weakness.status },
  ]);
  const standing = verdict[weakness.status];
  callout(pdf, standing.tone(weakness.severity), standing.title, standing.body);
  keyValues(
    pdf,
    [
      { label: 'Reported', value: shownDay(weakness.reportedOn) },
      { label: 'Status', value: `${weakness.status}, since ${shownDay(weakness.statusUpdatedOn)}` },
      {
        label: 'Where',
        value: weakness.asset === '' ? 'The whole company' : [{ text: weakness.asset, code: true }],
      },
    ],
    { columns: 3 },
  );
  writeRichText(pdf, weakness.body, webAddress);
  const found = [
    ...weakness.issues.map(({ targetId, findingId, title, website, severity, status }) => ({
      words: [
        { text: title, link: webAddress + monitoringPaths.issue(targetId, findingId) },
        ` · ${website}`,
      ],
      state: `${severityWords[severity]}, ${issueWords[status]}`,
    })),
    ...weakness.ratingFindings.map(({ title, vector, asset }) => ({
      words: [{ text: title, link: webAddress + ratingsPaths.risk(vector) }, ` · ${asset}`],
      state: 'Security rating',
    })),
  ];
  if (found.length > 0) {
    heading(pdf, 1, 'Findings behind it', { style: pdf.scale.h2, above: 16, below: 5, keep: 70 });
    table(
      pdf,
      [
        { header: 'Finding', width: 1, maxLines: Infinity },
        { header: 'Where it stands', width: 150, fixed: true },
      ],
      found.map(({ words, state }) => [words, state]),
    );
  }
  if (weakness.history.length > 0) {
    heading(pdf, 1, 'History', { style: pdf.scale.h2, above: 16, below: 5, keep: 70 });
    table(
      pdf,
      [
        { header: 'When', width: 118, fixed: true },
        { header: 'What', width: 118, fixed: true },
        { header: 'Note', width: 1, maxLines: Infinity },
      ],
      weakness.history.map(({ at, act, status, note, by }) => [
        shownTime(at),
        eventWords(act, status),
        [note, by && `(${by})`].filter(Boolean).join(' '),
      ]),
    );
  }
  keyValues(pdf, [{ label: 'Id of this weakness', value: [{ text: weakness.weaknessId, code: true }] }], {
    columns: 1,
  });
  return finishPdf(pdf);
}
