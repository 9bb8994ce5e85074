import type { Finding } from '#providers/scanner/port.ts';

export type SarifFinding = Finding & {
  /** What a person decided about it. */
  suppression?: { status: 'accepted' | 'underReview'; justification: string } | null;
  /** Compared with the scan before. */
  baseline?: 'new' | 'unchanged' | 'updated' | 'absent';
  /** Where it can be looked at, a whole address. */
  page?: string;
};

export type SarifInput = {
  tool: { name: string; version?: string };
  findings: readonly SarifFinding[];
  /** ISO instants, where one scan is told of. */
  scan?: { startedAt: string; finishedAt: string; coverage?: { incomplete?: string } };
  /** What else a reader may want to know of the run. */
  properties?: object;
};

const levels = { high: 'error', medium: 'warning', low: 'note' } as const;
/** Places of one finding; readers of the format show few. */
const mostPlaces = 100;

function ruleOf(finding: Finding) {
  const help = finding.references.find((address) => /^https?:\/\//i.test(address));
  return {
    id: finding.rule,
    name: finding.rule.replace(/(?:^|[.-])(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    shortDescription: { text: finding.title },
    fullDescription: { text: finding.explanation },
    help: { text: finding.fix },
    ...(help ? { helpUri: uriOf(help) } : {}),
    defaultConfiguration: { level: levels[finding.severity] },
    properties: {
      tags: ['security', finding.cwe, finding.owasp],
      'security-severity': finding.cvss.score.toFixed(1),
    },
  };
}

/** An address as the format wants it; text that is no web address becomes one that leads nowhere. */
const uriOf = (address: string): string =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? new URL(address).href
    : encodeURIComponent(address.toWellFormed());

/** Findings as SARIF 2.1.0, the format that code hosts and security tools read. All text of the website stays text. */
export function toSarif({ tool, findings, scan, properties }: SarifInput): object {
  const rules = new Map<string, ReturnType<typeof ruleOf>>();
  for (const finding of findings) if (!rules.has(finding.rule)) rules.set(finding.rule, ruleOf(finding));
  const index = new Map([...rules.keys()].map((id, position) => [id, position]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { ...tool, rules: [...rules.values()] } },
        ...(scan
          ? {
              invocations: [
                {
                  executionSuccessful: scan.coverage?.incomplete === undefined,
                  startTimeUtc: scan.startedAt,
                  endTimeUtc: scan.finishedAt,
                },
              ],
            }
          : {}),
        results: findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: index.get(finding.rule),
          level: levels[finding.severity],
          message: { text: `${finding.title}. ${finding.places[0]?.evidence ?? ''}`.trim() },
          locations: finding.places.slice(0, mostPlaces).map((place) => ({
            physicalLocation: { artifactLocation: { uri: uriOf(place.url) } },
            ...(place.parameter === ''
              ? {}
              : { logicalLocations: [{ name: place.parameter, kind: 'parameter' }] }),
            message: { text: place.evidence || finding.title },
          })),
          ...(finding.page ? { hostedViewerUri: finding.page } : {}),
          partialFingerprints: { 'findingId/v1': finding.id },
          ...(finding.baseline ? { baselineState: finding.baseline } : {}),
          ...(finding.suppression
            ? {
                suppressions: [
                  {
                    kind: 'external',
                    status: finding.suppression.status,
                    justification: finding.suppression.justification,
                  },
                ],
              }
            : {}),
          properties: {
            severity: finding.severity,
            cvss: finding.cvss,
            confidence: finding.confidence,
            cwe: finding.cwe,
            owasp: finding.owasp,
            pci: finding.pci,
          },
        })),
        ...(properties ? { properties } : {}),
      },
    ],
  };
}
