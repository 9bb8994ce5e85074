import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  noEventsText,
  RatingsFailure,
  type MeasuredVector,
  type Measurement,
  type Ratings,
  type RatingFinding,
  type Scored,
} from '#providers/ratings/port.ts';
import { facts, type FactId } from '#providers/ratings/embedded/facts.ts';
import { LabError, readLab, type Lab } from '#providers/ratings/embedded/lab.ts';
import { embeddedRatings } from '#providers/ratings/embedded/ratings.ts';
import { score } from '#providers/ratings/embedded/score/score.ts';
import { readSubject } from '#providers/ratings/embedded/subject.ts';
import { readSettings, SettingsError } from '#platform/server/settings/settings.ts';
import { abortOnStop, clearProgress, painter, put, showProgress } from './commandLine/terminal.ts';

const usage = `Usage: npm run rate -- DOMAIN [options]

  --json FILE   writes the rating as JSON; - for standard output
  --pdf FILE    writes the report for people; - for standard output
  --lab FILE    rates inside a closed network that the file describes (docs/ratings.md)

Looks at the domain's DNS, websites and mail servers as anybody can, and at ports only in a lab that says "verified".
Rate only companies that you may look at. Exit codes: 0 rated, 2 no rating because too little was found, 1 wrong use or failure.`;

class UsageError extends Error {}
class PlaceError extends Error {}

type Options = { domain: string; json: string | undefined; pdf: string | undefined; lab: Lab | undefined };

function readOptions(args: string[]): Options | 'help' {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        pdf: { type: 'string' },
        lab: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(
      String(error instanceof Error ? error.message : error)
        .split('\n')[0]!
        .replace(/\.?$/, '.'),
    );
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  const [domain] = positionals;
  if (positionals.length !== 1 || !domain?.trim())
    throw new UsageError('Give exactly one domain to rate, for example example.com.');
  if (values.json === '-' && values.pdf === '-')
    throw new UsageError('Only one result can go to standard output.');
  return {
    domain,
    json: values.json,
    pdf: values.pdf,
    lab: values.lab === undefined ? undefined : readLab(values.lab),
  };
}

const paint = painter(process.stdout);
const gradeColour = { A: 34, B: 36, C: 33, D: 35, F: 31, 'N/A': 90 } as const;
const badness = { BAD: 0, WARN: 1, FAIR: 2, GOOD: 3, NEUTRAL: 4 } as const;

/** The three bands of the scale, half-open (references, ratings 2). */
const bandOf = (rating: number) => (rating < 640 ? 'BASIC' : rating < 740 ? 'INTERMEDIATE' : 'ADVANCED');

const meaning = (finding: RatingFinding) => facts[finding.fact as FactId]?.means ?? finding.fact;

function summary(domain: string, scored: Scored, vectors: Record<string, MeasuredVector>): string {
  const lines: string[] = [];
  if (scored.rating === null) lines.push(`${domain}  ${scored.error}`);
  else
    lines.push(
      `${domain}  ${paint(1, String(scored.rating))} of 900, ${bandOf(scored.rating)} (our estimate)`,
    );
  if (scored.capReason) lines.push(scored.capReason);
  for (const category of scored.categories) {
    lines.push(
      '',
      `${paint(1, category.name)}  ${category.grade}${category.score === null ? '' : ` (${category.score})`}`,
    );
    for (const [id, vector] of Object.entries(scored.vectors).filter(
      ([, { category: name }]) => name === category.name,
    )) {
      const worst = (vectors[id]?.findings ?? []).toSorted(
        (one, other) => badness[one.grade] - badness[other.grade],
      )[0];
      const told = vector.score === null ? (vectors[id]?.note ?? '') : worst ? meaning(worst) : '';
      const beta = vector.beta ? ' (beta)' : '';
      lines.push(
        `  ${paint(gradeColour[vector.grade], vector.grade.padEnd(3))} ${String(vector.score ?? '–').padStart(3)}  ${`${vector.name}${beta}`.padEnd(30)} ${told}`,
      );
    }
  }
  const bad = Object.values(vectors)
    .flatMap(({ findings }) => findings)
    .filter(({ grade }) => grade === 'BAD' || grade === 'WARN')
    .toSorted((one, other) => badness[one.grade] - badness[other.grade]);
  if (bad.length > 0) lines.push('', paint(1, 'Worst findings'));
  for (const finding of bad.slice(0, 12))
    lines.push(
      `  ${paint(finding.grade === 'BAD' ? 31 : 33, finding.grade.padEnd(4))} ${meaning(finding)}`,
      `       ${finding.asset}: ${finding.evidence}`,
    );
  if (bad.length > 12) lines.push(`  … and ${bad.length - 12} more`);
  return lines.join('\n');
}

/** Stable: other tools read it (design 8). More keys may stand inside. */
function toJson(domain: string, scored: Scored, measurement: Measurement | null): string {
  const vectors = Object.fromEntries(
    Object.entries(scored.vectors).map(([id, vector]) => [
      id,
      {
        ...vector,
        measured: measurement?.vectors[id]?.measured ?? false,
        note: measurement?.vectors[id]?.note ?? null,
        findings: measurement?.vectors[id]?.findings ?? [],
      },
    ]),
  );
  const { rating, capReason, categories, error } = scored;
  const more = { measuredAt: measurement?.measuredAt ?? null, assets: measurement?.assets ?? [] };
  return `${JSON.stringify({ domain, rating, capReason, categories, vectors, error, ...more }, null, 2)}\n`;
}

async function renderPdf(
  ratings: Ratings,
  measurement: Measurement,
  lab: Lab | undefined,
  publicUrl: string,
): Promise<Buffer | null> {
  const [{ ratingOf, renderSnapshotReport }, { catalogOf, toPdfBrand }] = await Promise.all([
    import('#modules/ratings/server/public.ts'),
    import('#modules/catalog/server/public.ts'),
  ]);
  const at = new Date(measurement.measuredAt);
  const { data } = ratingOf(ratings, measurement, { at, verified: lab?.verified ?? false });
  if (!data) return null;
  const catalog = catalogOf({ configDir: path.resolve(import.meta.dirname, '../../config'), publicUrl });
  return renderSnapshotReport({
    data,
    companyName: measurement.domain,
    brand: toPdfBrand(catalog.defaultBrand),
    now: at,
  });
}

/** Before the work is done, whether its result has somewhere to go. */
async function requirePlace(file: string): Promise<void> {
  if (file === '-') return;
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => null,
  );
  if (isFolder) throw new PlaceError(`${file} is a folder; name a file in it.`);
  try {
    await access(isFolder === null ? path.dirname(path.resolve(file)) : file, constants.W_OK);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PlaceError(
      `${file} cannot be written: ${missing ? 'its folder does not exist' : 'this is not allowed'}.`,
    );
  }
}

const bareDomain = (given: string) => {
  try {
    return readSubject(given).host.replace(/^www\./, '');
  } catch {
    return given.trim();
  }
};

/** Null where too little was found to rate. */
async function measure(ratings: Ratings, domain: string, now: () => Date): Promise<Measurement | null> {
  const signal = abortOnStop('The rating was stopped.');
  try {
    const result = await ratings.rate(
      { url: domain, companyName: domain, industry: null, verified: false, dkimSelectors: [] },
      { signal, now, onProgress: ({ percent, activity }) => showProgress(percent, activity) },
    );
    return result.kind === 'measured' ? result : null;
  } catch (error) {
    if (!(error instanceof RatingsFailure && error.code === 'no-events')) throw error;
    return null;
  } finally {
    clearProgress();
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(usage);
    return 0;
  }
  const { lab } = options;
  for (const file of [options.json, options.pdf]) if (file !== undefined) await requirePlace(file);
  const settings = readSettings(process.env);
  const now = () => lab?.now ?? new Date();
  const ratings = embeddedRatings({
    contactUrl: settings.scan.contactUrl ?? `${settings.publicUrl}/scanner`,
    feeds: settings.ratingsFeeds,
    lab,
  });
  const measurement = await measure(ratings, options.domain, now);
  const domain = measurement?.domain ?? bareDomain(options.domain);
  const vectors = measurement?.vectors ?? {};
  const scored = score(vectors, now());
  if (options.json) await put(options.json, toJson(domain, scored, measurement));
  if (options.pdf && measurement) {
    const pdf = await renderPdf(ratings, measurement, lab, settings.publicUrl);
    if (pdf) await put(options.pdf, pdf);
    else console.error('There is no rating to write a report about.');
  }
  // Standard output belongs to a result that was asked for there.
  const print = [options.json, options.pdf].includes('-') ? console.error : console.log;
  print(measurement ? summary(domain, scored, vectors) : `${domain}  ${noEventsText}`);
  return scored.rating === null ? 2 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageError || error instanceof LabError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof SettingsError) console.error(error.message);
  else console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
