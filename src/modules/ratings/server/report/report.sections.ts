import { shownDay } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import { trendLine } from '#platform/server/pdf/charts/trendLine.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { evidence } from '#platform/server/pdf/evidence.ts';
import { pillRow } from '#platform/server/pdf/pills/pillRow.ts';
import { table } from '#platform/server/pdf/table.ts';
import {
  chartScale,
  chartTicks,
  type RatingFindingView,
  type RatingsData,
  type VectorView,
} from '../../entities.ts';
import {
  averageWords,
  count,
  effort,
  findingPill,
  gradeTone,
  openFindings,
  sourceWords,
  whoWords,
} from './report.wording.ts';

/** So many findings are told in full; the others stand in a table. */
const mostInFull = 20;
const mostChanges = 20;
const mostReasons = 6;

export function writeVectors(pdf: Pdf, data: RatingsData): void {
  heading(pdf, 1, 'Grades of all risk vectors', { id: 'vectors', keep: 120 });
  paragraph(
    pdf,
    'A is best, F is worst. N/A means that too little is known to grade it; it counts neither for nor against the company.',
  );
  table(
    pdf,
    [
      { header: 'Risk vector', width: 1, rowHeader: true },
      { header: 'Grade', width: 58, fixed: true },
      { header: 'Share', width: 44, fixed: true, tabular: true, align: 'right' },
      { header: 'What was seen', width: 1.7 },
    ],
    Object.values(data.rating_details).map((vector) => [
      [
        { text: `${vector.name}${vector.beta ? ' (beta)' : ''}` },
        { text: `\n${vector.category}`, color: pdf.theme.muted },
      ],
      { pill: gradeTone(vector.grade), word: vector.grade },
      vector.info.weight ? `${vector.info.weight}%` : '–',
      seenWords(vector),
    ]),
  );
}

function seenWords({ info, grade }: VectorView): string {
  if (grade === 'N/A') return info.note ?? 'Too little is known.';
  const open = info.findings.filter(
    (finding) => !finding.notOurs && finding.grade !== 'GOOD' && finding.grade !== 'NEUTRAL',
  );
  const good = info.findings.filter((finding) => finding.grade === 'GOOD');
  if (open.length === 0)
    return (
      [...new Set(good.map(({ title }) => title))].slice(0, 3).join('; ') || 'Nothing that could be better.'
    );
  const titles = [...new Set(open.map(({ title }) => title))];
  return `${titles.slice(0, 3).join('; ')}${titles.length > 3 ? `; and ${titles.length - 3} more` : ''}`;
}

export function writeTrend(pdf: Pdf, data: RatingsData): void {
  const points = data.ratings.toReversed();
  if (points.length > 1) {
    heading(pdf, 1, 'Rating over time', { id: 'trend', keep: 190 });
    const [first, last] = [points[0]!, points.at(-1)!];
    paragraph(
      pdf,
      `From ${dayWords(first.rating_date)} to ${dayWords(last.rating_date)}, on the days it was measured.`,
    );
    trendLine(pdf, {
      points: points.map(({ rating, rating_date }) => ({ day: rating_date, value: rating })),
      min: chartScale.from,
      max: chartScale.to,
      ticks: chartTicks,
      height: 150,
      alt: `Rating over time. ${dayWords(first.rating_date)}: ${first.rating}. ${dayWords(last.rating_date)}: ${last.rating}. Lowest ${Math.min(...points.map(({ rating }) => rating))}, highest ${Math.max(...points.map(({ rating }) => rating))}.`,
    });
  }
  if (data.changes.length === 0) return;
  heading(pdf, 1, 'Why it moved', { id: 'changes', keep: 100 });
  table(
    pdf,
    [
      { header: 'Day', width: 78, fixed: true, rowHeader: true },
      { header: 'Rating', width: 76, fixed: true, tabular: true },
      { header: 'Reasons', width: 1, maxLines: 30 },
    ],
    data.changes.slice(0, mostChanges).map(({ date, from, to, reasons }) => [
      dayWords(date),
      `${from} to ${to}`,
      reasons
        .slice(0, mostReasons)
        .map(({ text }) => text)
        .join('\n'),
    ]),
  );
}

function writeFinding(pdf: Pdf, vector: VectorView, finding: RatingFindingView): void {
  heading(pdf, 2, finding.title, { keep: 110 });
  const facts = [
    vector.name,
    finding.gain ? `+${count(finding.gain, 'point')}` : '',
    finding.minutes > 0 ? `about ${effort(finding.minutes)}` : '',
    `first seen ${shownDay(finding.firstSeen)}`,
  ];
  pillRow(pdf, [findingPill(finding.grade)], facts.filter((part) => part !== '').join('  ·  '));
  evidence(pdf, finding.evidence === '' ? finding.asset : `${finding.asset}\n${finding.evidence}`, {
    maxLines: 8,
  });
  if (finding.remedy.length > 0)
    list(
      pdf,
      finding.remedy.map(({ who, text }) => [{ text: `${whoWords(who)}: `, strong: true }, text]),
      { ordered: true },
    );
  if (finding.check !== '')
    paragraph(pdf, [{ text: 'How to see that it is fixed: ', strong: true }, finding.check]);
}

export function writeFindings(pdf: Pdf, data: RatingsData): void {
  const open = openFindings(data);
  heading(pdf, 1, 'What to do', { id: 'findings', keep: 120 });
  if (open.length === 0) {
    paragraph(
      pdf,
      data.source.id === 'estimate'
        ? 'Nothing that was looked at could be better.'
        : 'The agency names no single observations.',
    );
    return;
  }
  paragraph(
    pdf,
    'Biggest improvements first. Points show what the rating would gain from this fix alone; limits can hide some of them.',
  );
  for (const { vector, finding } of open.slice(0, mostInFull)) writeFinding(pdf, vector, finding);
  const rest = open.slice(mostInFull);
  if (rest.length === 0) return;
  heading(pdf, 2, count(rest.length, 'further observation'), { keep: 90 });
  table(
    pdf,
    [
      { header: 'Observation', width: 1.3, rowHeader: true },
      { header: 'Where', width: 1, maxLines: 3 },
      { header: 'Points', width: 44, fixed: true, tabular: true, align: 'right' },
    ],
    rest
      .slice(0, 200)
      .map(({ finding }) => [finding.title, finding.asset, finding.gain ? `+${finding.gain}` : '–']),
  );
}

export function writeAssets(pdf: Pdf, data: RatingsData): void {
  if (data.assets.length === 0) return;
  heading(pdf, 1, 'What was looked at', { id: 'assets', keep: 90 });
  table(
    pdf,
    [
      { header: 'Asset', width: 1, rowHeader: true, maxLines: 3 },
      { header: 'Why it counts as the company’s', width: 1.2, maxLines: 4 },
      { header: 'Left out', width: 0.8, maxLines: 6 },
    ],
    data.assets
      .slice(0, 100)
      .map(({ asset, because, notOurs }) => [
        asset,
        because,
        notOurs ? `Not the company’s: ${notOurs.reason}` : '',
      ]),
  );
}

export function writeMethod(pdf: Pdf, data: RatingsData, emailDomain: string): void {
  heading(pdf, 1, 'How the rating is made, and what it cannot say', { id: 'method', keep: 210 });
  const average = averageWords(data);
  list(pdf, [
    data.source.id === 'estimate'
      ? 'This rating is our own estimate. It is not the rating of a rating agency and cannot be compared with one.'
      : `This rating comes from ${data.source.label} and is shown as received.`,
    'It is based on what anyone can see from outside: names and mail records, certificates and encryption, the company’s website, and lists that the operator of the portal has. We do not break in or test anything.',
    data.verified
      ? 'The company verified that it owns the domain, so open ports were checked as well.'
      : 'The company has not verified that it owns the domain, so open ports were not checked.',
    'Each risk vector is graded from its observations. The rating is the mean of the vectors by their share, on a scale from 250 to 900 in steps of 10. Serious observations limit it.',
    'Observations older than 60 days do not affect it. The effect of a breach halves every 120 days.',
    ...(average ? [`It is compared with ${average}.`] : []),
    'Computers, passwords, backups and people inside the company cannot be seen from outside. A good rating is no promise that nothing will happen.',
  ]);
  paragraph(pdf, `${sourceWords(data)}, measured on ${shownDay(data.measuredAt)} at ${data.domain}.`, {
    style: pdf.scale.meta,
  });
  const address = `support@${emailDomain}`;
  paragraph(pdf, [
    'Questions about this report? Write to ',
    { text: address, link: `mailto:${address}` },
    '.',
  ]);
}
