import path from 'node:path';
import { runScan } from '#providers/scanner/embedded/engine.ts';
import type { Hear } from '#providers/scanner/embedded/callbacks/listener.ts';
import { openListener } from '#providers/scanner/embedded/callbacks/listener.ts';
import { readPrivateTargets } from '#platform/server/settings/privateTargets.ts';
import { toSarif } from '#modules/monitoring/server/issues/sarif.ts';
import { rules } from '#providers/scanner/embedded/registry.ts';
import { engineName, engineUserAgent, engineVersion } from '#providers/scanner/embedded/traffic/client.ts';
import type { Finding, NotTestedReason, ScanResult } from '#providers/scanner/port.ts';
import { notTestedReasons, ScanFailure } from '#providers/scanner/port.ts';
import { isThisMachine } from '#probes/net.ts';
import { readOptions, requestFrom, usage, UsageError } from './commandLine/scanOptions.ts';
import { abortOnStop, clearProgress, painter, put, showProgress } from './commandLine/terminal.ts';

const paint = painter(process.stderr);
const severityColour = { high: 31, medium: 33, low: 36 } as const;

/** What SARIF says of the run beside its findings. */
const runOf = ({ level, requests, pages, passed, tried, notTested, coverage }: ScanResult) => ({
  level,
  requests,
  pages,
  passed,
  tried,
  notTested,
  coverage,
});

/** Where the checks that send something of their own were tried. */
function triedLines({ tried = {} }: ScanResult): string[] {
  const active = Object.entries(tried).filter(([, { requests }]) => requests > 0);
  if (active.length === 0) return [];
  const width = Math.max(...active.map(([rule]) => rule.length));
  return [
    'Tried:',
    ...active.map(
      ([rule, { places, requests }]) => `  ${rule.padEnd(width)}  ${places} places, ${requests} requests`,
    ),
  ];
}

function findingLines(finding: Finding): string[] {
  const { severity, cvss, title, places, placesTotal } = finding;
  const [place] = places;
  const more = (placesTotal ?? places.length) - 1;
  return [
    `${paint(severityColour[severity], severity.toUpperCase().padEnd(6))} ${cvss.score.toFixed(1).padStart(4)}  ${title}`,
    ...(place
      ? [
          `              ${place.url}${more > 0 ? `  and ${more} more` : ''}`,
          `              ${place.evidence.replace(/\s+/g, ' ').slice(0, 160)}`,
        ]
      : []),
  ];
}

/** What was not tested, blocked, left out or left behind. */
function coverageLines({ coverage, operatorNotes = [] }: ScanResult): string[] {
  const { incomplete, blocked, timedOut, skipped, leftBehind = [] } = coverage;
  const lines = blocked.filter((text) => text !== incomplete).map((text) => `Blocked: ${text}`);
  if (timedOut.length > 0)
    lines.push(`No answer in time: ${timedOut.slice(0, 3).join(', ')}${timedOut.length > 3 ? ' …' : ''}`);
  return [
    ...lines,
    ...skipped.map((text) => `Left out: ${text}`),
    ...operatorNotes.map((text) => `This machine: ${text}`),
    ...leftBehind.map(({ where, what }) => `Left on the website: ${where}: ${what}`),
  ];
}

function untestedLines(notTested: ScanResult['notTested'] = []): string[] {
  const reasons = new Map<NotTestedReason, number>();
  for (const { reason } of notTested) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [...reasons].map(
    ([reason, many]) => `Not tested: ${many} ${many === 1 ? 'check' : 'checks'}. ${notTestedReasons[reason]}`,
  );
}

function summary(result: ScanResult): string {
  const { findings, notTested, coverage } = result;
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const ms = Date.parse(result.finishedAt) - Date.parse(result.startedAt);
  const seconds = Math.max(1, Math.round(ms / 1000));
  return [
    `${result.target}  level ${result.level}, ${result.pages} pages, ${result.requests} requests, ${seconds} s`,
    '',
    ...findings.flatMap(findingLines),
    ...(findings.length > 0 ? [''] : []),
    ...(coverage.incomplete === undefined ? [] : [`Incomplete: ${coverage.incomplete}`]),
    `${count('high')} high, ${count('medium')} medium, ${count('low')} low; ${result.passed.length} checks passed, ${notTested?.length ?? 0} not tested`,
    ...untestedLines(notTested),
    ...triedLines(result),
    ...coverageLines(result),
  ].join('\n');
}

async function renderPdf(result: ScanResult): Promise<Buffer> {
  const [{ renderScanReport }, { catalogOf, toPdfBrand }] = await Promise.all([
    import('#modules/monitoring/server/report/reportPdf.ts'),
    import('#modules/catalog/server/public.ts'),
  ]);
  const catalog = catalogOf({
    configDir: path.resolve(import.meta.dirname, '../../config'),
    publicUrl: publicUrl(),
  });
  const host = new URL(result.target).host;
  const passed = new Set(result.passed);
  return renderScanReport({
    kind: 'owasp',
    brand: toPdfBrand(catalog.defaultBrand),
    organization: { name: host },
    website: { name: host, url: result.target },
    scan: {
      id: '',
      level: result.level,
      levelLabel: result.level[0]!.toUpperCase() + result.level.slice(1),
      startedAt: result.startedAt,
      finishedAt: result.finishedAt,
      durationMinutes: Math.round((Date.parse(result.finishedAt) - Date.parse(result.startedAt)) / 60_000),
      requests: result.requests,
      pages: result.pages,
      engine: `${engineName} ${engineVersion}`,
    },
    findings: result.findings.map((finding) => ({
      ...finding,
      state: 'new',
      firstSeen: result.startedAt,
      lastSeen: result.finishedAt,
    })),
    fixed: [],
    passed: rules
      .filter((rule) => passed.has(rule.id))
      .map(({ id, title, owasp, pci }) => ({ rule: id, title, owasp, pci })),
    tried: result.tried ?? null,
    notTested:
      result.notTested?.map(({ rule, reason }) => ({
        rule,
        reason,
        title: rules.find(({ id }) => id === rule)?.title ?? rule,
      })) ?? null,
    coverage: result.coverage,
    history: [],
    now: new Date(result.finishedAt),
  });
}

/** The listener that scanned servers of the public internet reach, where the operator named a place for it. */
async function openRelay() {
  const {
    SCAN_CALLBACK_HOST: host,
    SCAN_CALLBACK_PORT: port,
    SCAN_CALLBACK_DOMAIN: domain,
    SCAN_CALLBACK_DNS_PORT: dns,
  } = process.env;
  if (!host || !port) return null;
  const zone = domain ? { zone: { name: domain.toLowerCase(), port: Number(dns || 53) } } : {};
  const listener = await openListener({ host, port: Number(port), ...zone });
  let hear: Hear | undefined;
  const { door } = listener.register((token, contact) => hear?.(token, contact));
  return { relay: { door, connect: (to: Hear) => void (hear = to) }, close: listener.close };
}

const publicUrl = () => process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 4000}`;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') {
    console.log(usage);
    return 0;
  }
  const signal = abortOnStop('The scan was stopped.');
  // whoever runs this command is the operator: what is open to one organization is open to them
  const targets = readPrivateTargets(process.env.SCAN_ALLOW_PRIVATE ?? '');
  if (!targets)
    throw new UsageError(
      'SCAN_ALLOW_PRIVATE must be host:port pairs parted by commas, such as 127.0.0.1:8080.',
    );
  const listed = targets.map(({ place }) => place);
  const own = await openRelay();
  let result: ScanResult;
  try {
    result = await runScan(requestFrom(options, listed), {
      ...(own ? { relay: own.relay } : {}),
      useBrowser: options.useBrowser && process.env.SCAN_BROWSER !== 'off',
      signal,
      userAgent: engineUserAgent(`${publicUrl().replace(/\/$/, '')}/scanner`),
      perSecond: options.perSecond,
      onProgress: ({ percent, activity, requests }) =>
        showProgress(percent, activity, `  (${requests} requests)`),
    });
  } finally {
    await own?.close();
    clearProgress();
  }
  if (options.json) await put(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.sarif)
    await put(
      options.sarif,
      `${JSON.stringify(toSarif({ tool: { name: engineName, version: engineVersion }, findings: result.findings, scan: result, properties: runOf(result) }), null, 2)}\n`,
    );
  if (options.pdf) await put(options.pdf, await renderPdf(result));
  // Standard output belongs to a result that was asked for there.
  const quiet = [options.json, options.sarif, options.pdf].includes('-');
  (quiet ? console.error : console.log)(summary(result));
  if (result.requests > 20 * options.perSecond && isThisMachine(new URL(options.url).hostname))
    console.error(
      `${options.perSecond} requests a second were sent at most. A test server of your own may be asked quicker: --rate 500.`,
    );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  } else {
    console.error(error instanceof ScanFailure || error instanceof Error ? error.message : String(error));
    if (error instanceof ScanFailure && error.code === 'restricted')
      console.error('Add --allow-private to scan a website of your own network.');
    process.exitCode = 1;
  }
}
