import { HttpFailure, bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { detectLibraries, libraryAt, type DetectedLibrary } from '#probes/libraries/detect.ts';
import { tableInUse } from '#probes/libraries/operator.ts';
import { defineRule, type Check, type Report, type Scan } from '../../rule.ts';

const vulnerable = defineRule({
  id: 'libraries.known-flaw',
  title: 'A JavaScript library has known weaknesses',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: 'CWE-1395',
  pci: '6.3.3',
  explanation:
    'The pages use an old version of a library for which weaknesses are published. How to exploit them can be read by anyone.',
  fix: '1. Replace the library by the version named here or a newer one.\n2. Test the pages that use it; between main versions, read the notes on upgrading.\n3. Have your developers told of new versions by a tool such as npm audit, Dependabot or Renovate.',
  references: ['https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/'],
});

const vectors = {
  high: 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:L/A:N',
  medium: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  low: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
} as const;
const order = ['low', 'medium', 'high'] as const;

const mostForeign = 15;

type Met = Omit<DetectedLibrary, 'by'> & { by: DetectedLibrary['by'] | 'own word in the browser' };

/** All facts of this scan: our own and those of the operator. */
const detect = (source: Parameters<typeof detectLibraries>[0]) => detectLibraries(source, tableInUse().table);

function reportLibrary(report: Report, library: Met, url: string, on: string, answer?: HttpAnswer): void {
  if (library.flaws.length === 0) return;
  const worst = order[Math.max(...library.flaws.map((flaw) => order.indexOf(flaw.severity)))]!;
  const cves = [...new Set(library.flaws.flatMap((flaw) => flaw.cve))];
  const fixes = library.flaws.map((flaw) => flaw.fixedIn);
  const newest = fixes.every((fix) => fix !== null)
    ? fixes.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
    : null;
  report(vulnerable, {
    subject: `${library.name} ${library.version}`,
    title: `${library.name} ${library.version} has known weaknesses`,
    vector: vectors[worst],
    ...(answer ? { answer } : {}),
    url,
    parameter: `${library.name} ${library.version}`,
    placeKey: url,
    evidence: `${library.name} ${library.version}, recognised by its ${library.by}, used on ${on}${cves.length > 0 ? `; ${cves.slice(0, 8).join(', ')}` : ''}`,
    confidence: library.by === 'file name' ? 'firm' : 'certain',
    explanation: `${vulnerable.explanation}\n${library.flaws
      .slice(0, 8)
      .map((flaw) => `- ${flaw.cve.length > 0 ? `${flaw.cve.join(', ')}: ` : ''}${flaw.summary}`)
      .join('\n')}`,
    fix: newest
      ? `1. Replace ${library.name} ${library.version} by version ${newest} or newer.\n${vulnerable.fix.split('\n').slice(1).join('\n')}`
      : `1. ${library.name} gets no more repairs in this line: change to a maintained version or another library.\n${vulnerable.fix.split('\n').slice(1).join('\n')}`,
    references: [
      ...cves.slice(0, 5).map((cve) => `https://nvd.nist.gov/vuln/detail/${cve}`),
      ...vulnerable.references,
    ],
  });
}

const read = new WeakMap<object, Set<string>>();

function once(scan: Scan, url: string): boolean {
  const known = read.get(scan.site) ?? new Set();
  read.set(scan.site, known);
  if (known.has(url)) return false;
  known.add(url);
  return true;
}

/** What libraries said of themselves in the browser, where no file has told the same already. */
function reportRuntime(scan: Scan): void {
  const reported = reportedOf(scan);
  for (const { id, version, on } of scan.site.runtime.values()) {
    const library = libraryAt(id, version, tableInUse().table);
    if (!library || reported.has(`${id} ${version}`)) continue;
    reported.add(`${id} ${version}`);
    reportLibrary(scan.report, { ...library, by: 'own word in the browser' }, on, on);
  }
}

const reported = new WeakMap<Scan['site'], Set<string>>();

function reportedOf(scan: Scan): Set<string> {
  const known = reported.get(scan.site) ?? new Set();
  reported.set(scan.site, known);
  return known;
}

function reportFile(
  scan: Scan,
  library: DetectedLibrary,
  url: string,
  on: string,
  answer?: HttpAnswer,
): void {
  reportedOf(scan).add(`${library.id} ${library.version}`);
  reportLibrary(scan.report, library, url, on, answer);
}

export const libraries: Check = {
  name: 'JavaScript libraries',
  rules: [vulnerable],
  level: 'safe',
  activity: 'Checking the versions of JavaScript libraries',
  look: (seen, scan) => {
    if (seen.answer.status !== 200 || seen.via !== 'page' || (seen.kind !== 'script' && seen.kind !== 'html'))
      return false;
    const { answer } = seen;
    if (seen.kind === 'script' && once(scan, answer.url)) {
      const on = scan.site.scripts.get(answer.url)?.on ?? scan.base.href;
      for (const library of detect({ url: answer.url, content: bodyText(answer) }))
        reportFile(scan, library, answer.url, on, answer);
    }
    for (const script of seen.page?.scripts ?? [])
      if (script.url === null && script.code.length > 2000)
        for (const library of detect({ url: '', content: script.code }))
          reportFile(scan, library, answer.url, answer.url, answer);
    return undefined;
  },
  run: async (scan) => {
    const { problem } = tableInUse();
    if (problem) scan.note.skipped(problem);
    let foreign = 0;
    const list = [...scan.site.scripts.values()].filter((script) => once(scan, script.url));
    await Promise.all(
      list.map(async (script) => {
        const byName = detect({ url: script.url });
        if (byName.length > 0) {
          // What the address says is enough to know the version; a foreign server need not be asked.
          for (const library of byName) reportFile(scan, library, script.url, script.on);
          return;
        }
        if (script.own || (foreign += 1) > mostForeign) return;
        try {
          const answer = await scan.http.ask(script.url, {
            maxBytes: 1_000_000,
            cookies: false,
            totalMs: 10_000,
          });
          if (answer.status === 200)
            for (const library of detect({ url: script.url, content: bodyText(answer) }))
              reportFile(scan, library, script.url, script.on, answer);
        } catch (error) {
          if (!(error instanceof HttpFailure)) throw error;
        }
      }),
    );
    reportRuntime(scan);
  },
};
