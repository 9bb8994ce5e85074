import type { Finding, ScanResult } from '../port.ts';
import { engineName, engineVersion } from './version.ts';

const levels = { high: 'error', medium: 'warning', low: 'note' } as const;

function ruleOf(finding: Finding) {
  return {
    id: finding.rule,
    name: finding.rule.replace(/(?:^|[.-])(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    shortDescription: { text: finding.title },
    fullDescription: { text: finding.explanation },
    help: { text: finding.fix },
    ...(finding.references[0] ? { helpUri: finding.references[0] } : {}),
    defaultConfiguration: { level: levels[finding.severity] },
    properties: { tags: ['security', finding.cwe, finding.owasp], 'security-severity': finding.cvss.score.toFixed(1) },
  };
}

/** A scan as SARIF 2.1.0, the format that code hosts and security tools read. */
export function toSarif(result: ScanResult): object {
  const rules = new Map<string, ReturnType<typeof ruleOf>>();
  for (const finding of result.findings) if (!rules.has(finding.rule)) rules.set(finding.rule, ruleOf(finding));
  const ids = [...rules.keys()];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: engineName, version: engineVersion, rules: [...rules.values()] } },
        invocations: [{ executionSuccessful: true, startTimeUtc: result.startedAt, endTimeUtc: result.finishedAt }],
        results: result.findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: ids.indexOf(finding.rule),
          level: levels[finding.severity],
          message: { text: `${finding.title}. ${finding.places[0]?.evidence ?? ''}`.trim() },
          locations: finding.places.slice(0, 10).map((place) => ({
            physicalLocation: { artifactLocation: { uri: encodeURI(place.url).replaceAll('%25', '%') } },
            message: { text: place.evidence || finding.title },
          })),
          partialFingerprints: { 'findingId/v1': finding.id },
          properties: { severity: finding.severity, cvss: finding.cvss, confidence: finding.confidence, pci: finding.pci },
        })),
      },
    ],
  };
}
