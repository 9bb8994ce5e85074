import { shownDay } from '#platform/dates.ts';
import { shortMonthWords } from '#platform/days.ts';
import { percentOf } from '#platform/percent.ts';
import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import { horizontalBars } from '#platform/server/pdf/charts/charts.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { stepBars } from '#platform/server/pdf/charts/stepBars.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Section } from '../rules.ts';
import { bandOf } from '../rules.ts';
import type { Facts } from './facts.ts';
import { ratingRuler } from './packPdf.ruler.ts';
import { count, sectionTitles } from './packPdf.wording.ts';

/** Months that the chart shows; earlier ones are in the sum alone. */
const monthsShown = 12;

function writeRating(pdf: Pdf, { rating }: Facts): void {
  if (!rating) return paragraph(pdf, 'There is no rating yet: the company has not been measured.');
  const { label } = bandOf(rating.rating);
  paragraph(
    pdf,
    `${rating.domain} was rated ${rating.rating} on ${shownDay(rating.ratedAt)}, which is in the band ${label} of a scale from 250 to 900.`,
  );
  ratingRuler(pdf, rating.rating);
  if (rating.isEstimate)
    paragraph(
      pdf,
      'This is our estimate, calculated by the portal from what can be seen from outside. It is not an agency rating and cannot be compared with one.',
    );
  paragraph(
    pdf,
    rating.proved
      ? `The company has verified that it owns ${rating.domain}.`
      : `The company entered ${rating.domain} as its address.${rating.isEstimate ? ' It has not verified that it owns the domain.' : ''}`,
  );
  if (rating.leftOut > 0)
    paragraph(
      pdf,
      `${count(rating.leftOut, 'address', 'addresses')} seen with the domain ${rating.leftOut === 1 ? 'does' : 'do'} not count, because the company says that ${rating.leftOut === 1 ? 'it is' : 'they are'} not its own.`,
    );
}

function writeScans(pdf: Pdf, { scans = [] }: Facts): void {
  if (scans.length === 0) return paragraph(pdf, 'No website has been added to be scanned yet.');
  const scanned = scans.filter(({ lastScan }) => lastScan !== null);
  const regular = scans.filter(({ schedule }) => schedule !== null).length;
  const websites =
    scans.length === 1
      ? 'The website'
      : `${scanned.length.toLocaleString('en-US')} of ${scans.length.toLocaleString('en-US')} websites`;
  const has = scans.length === 1 || scanned.length === 1 ? 'has' : 'have';
  paragraph(
    pdf,
    `${websites} ${scanned.length === 0 && scans.length === 1 ? 'has not been scanned yet' : `${has} been scanned`}; ${regular === 0 ? 'none is' : regular === scans.length ? 'all are' : regular === 1 ? 'one is' : `${regular.toLocaleString('en-US')} are`} on a schedule. Counts are those of the last scan of each website; which issues these are is not part of this document.`,
  );
  table(
    pdf,
    [
      { header: 'Website', width: 1, rowHeader: true, style: { face: 'medium' }, maxLines: 4 },
      { header: 'Last scan', width: 76, fixed: true, tabular: true },
      { header: 'Level', width: 62, fixed: true },
      { header: 'High', width: 42, fixed: true, align: 'right', tabular: true },
      { header: 'Medium', width: 50, fixed: true, align: 'right', tabular: true },
      { header: 'Low', width: 42, fixed: true, align: 'right', tabular: true },
      { header: 'Schedule', width: 64, fixed: true },
    ],
    scans.map(({ name, url, lastScan, schedule }) => [
      [name, { text: `\n${url}`, color: pdf.theme.muted, face: 'regular' }],
      lastScan ? shownDay(lastScan.at) : 'Not yet',
      lastScan?.level ?? '',
      lastScan ? String(lastScan.highs) : '–',
      lastScan ? String(lastScan.mediums) : '–',
      lastScan ? String(lastScan.lows) : '–',
      schedule ?? 'By hand',
    ]),
  );
}

function writePolicies(pdf: Pdf, { policies = [] }: Facts): void {
  if (policies.length === 0) return paragraph(pdf, 'No security policy is in force yet.');
  const asked = policies.filter(({ signed }) => signed !== null && signed.asked > 0);
  paragraph(
    pdf,
    `${count(policies.length, 'policy', 'policies')} ${policies.length === 1 ? 'is' : 'are'} in force, approved by name and date.${asked.length > 0 ? ` The team is asked to sign ${asked.length === 1 ? 'one of them' : `${asked.length} of them`}.` : ''}`,
  );
  table(
    pdf,
    [
      { header: 'Policy', width: 1, rowHeader: true, style: { face: 'medium' }, maxLines: 4 },
      { header: 'Version', width: 50, fixed: true, align: 'right', tabular: true },
      { header: 'Approved', width: 84, fixed: true, tabular: true },
      { header: 'Next review', width: 84, fixed: true, tabular: true },
      { header: 'Signed by', width: 108, fixed: true, align: 'right', tabular: true },
    ],
    policies.map(({ name, version, approvedAt, reviewAt, signed }) => [
      name,
      String(version),
      shownDay(approvedAt),
      reviewAt ? shownDay(reviewAt) : '–',
      signed && signed.asked > 0
        ? `${signed.signed.toLocaleString('en-US')} of ${signed.asked.toLocaleString('en-US')}`
        : '–',
    ]),
  );
}

function writeTraining(pdf: Pdf, { training }: Facts): void {
  if (!training || training.people === 0) return paragraph(pdf, 'No one on the team has been trained yet.');
  const { people, percent, since, courses, months } = training;
  paragraph(
    pdf,
    `${count(people, 'person', 'people')} ${people === 1 ? 'takes' : 'take'} part${since ? `, the first since ${shownDay(since)}` : ''}. ${percent === null ? 'Their first course has not begun yet.' : `Of the courses that have begun, ${percent}% are finished with a passed test.`}`,
  );
  const shown = months.slice(-monthsShown);
  if (shown.length > 0) {
    const words = shown
      .map(({ month, finished, unlocked }) => `${shortMonthWords(month)}: ${finished} of ${unlocked}.`)
      .join(' ');
    heading(pdf, 2, 'Finished by month', { keep: Math.min(shown.length, 6) * 20 });
    horizontalBars(pdf, {
      labelWidth: 76,
      max: 100,
      alt: `Courses finished, by the month in which they began. ${words}`,
      bars: shown.map(({ month, finished, unlocked }) => ({
        label: shortMonthWords(month),
        value: percentOf(finished, unlocked),
        shown: `${percentOf(finished, unlocked)}%`,
      })),
    });
  }
  if (courses.length === 0) return;
  heading(pdf, 2, 'Courses', { keep: 80 });
  table(
    pdf,
    [
      { header: 'Course', width: 1, rowHeader: true, style: { face: 'medium' }, maxLines: 4 },
      { header: 'Minutes', width: 56, fixed: true, align: 'right', tabular: true },
      { header: 'People', width: 64, fixed: true, align: 'right', tabular: true },
      { header: 'Finished', width: 64, fixed: true, align: 'right', tabular: true },
      { header: 'Percent', width: 56, fixed: true, align: 'right', tabular: true },
    ],
    courses.map(({ title, minutes, unlocked, finished }) => [
      title,
      String(minutes),
      unlocked.toLocaleString('en-US'),
      finished.toLocaleString('en-US'),
      `${percentOf(finished, unlocked)}%`,
    ]),
  );
}

function writeMaturity(pdf: Pdf, { maturity }: Facts): void {
  if (!maturity) return paragraph(pdf, 'The company has not assessed its cyber maturity yet.');
  const { status, level, levelNames, percent, updatedAt, areas } = maturity;
  const name = levelNames[level] ?? '';
  const all = areas.flatMap(({ elements }) => elements);
  const finished = all.filter((element) => element.level !== null);
  paragraph(
    pdf,
    status === 'completed'
      ? `The assessment is complete, last changed on ${shownDay(updatedAt)}. Its result is level ${level} of 5, ${name}: the level of the weakest element.`
      : `The assessment is in progress: ${percent}% of its questions are answered, last on ${shownDay(updatedAt)}. ${finished.length} of ${all.length} elements are finished; there is no overall level until all are.`,
  );
  const words = (value: number | null) =>
    value === null ? 'Not finished' : `${value} ${levelNames[value] ?? ''}`;
  stepBars(pdf, {
    steps: levelNames.slice(1),
    groups: areas.map(({ title, elements }) => ({
      title,
      bars: elements.map((element) => ({
        label: element.title,
        value: element.level ?? 0,
        shown: words(element.level),
        open: element.level === null,
      })),
    })),
    alt: `Level of each element, from 0 to 5. ${all.map((element) => `${element.title}: ${words(element.level)}.`).join(' ')}`,
  });
}

const writers: Record<Section, (pdf: Pdf, facts: Facts) => void> = {
  rating: writeRating,
  scans: writeScans,
  policies: writePolicies,
  training: writeTraining,
  maturity: writeMaturity,
};
/** Height that a section needs to begin on a page, so that its first drawing is there with its words. */
const keepOf = (section: Section, { training, maturity }: Facts): number => {
  if (section === 'training')
    return training && training.months.length > 0
      ? 110 + 20 * Math.min(training.months.length, monthsShown)
      : 60;
  if (section === 'maturity')
    return 60 + (maturity?.areas ?? []).reduce((sum, { elements }) => sum + 19 + 16 * elements.length, 0);
  return section === 'rating' ? 150 : 120;
};

export function writeSection(pdf: Pdf, section: Section, facts: Facts): void {
  heading(pdf, 1, sectionTitles[section], { id: section, keep: keepOf(section, facts) });
  writers[section](pdf, facts);
}
