import { owaspFor } from '#standards/owasp.ts';
import { maskText } from '#probes/http/masks.ts';
import { printable } from '../embedded/findings/evidence.ts';
import type { Finding, FindingSeverity } from '../port.ts';
import type { OutsideFinding } from './wire.ts';

const most = 2000;

/** Probely's numbers; what is worse than high is high here, never left out. */
function severityOf(number: number): FindingSeverity {
  if (number >= 30) return 'high';
  return number >= 20 ? 'medium' : 'low';
}

const usualScore: Record<FindingSeverity, number> = { high: 8, medium: 5, low: 3 };

/** Excerpts come wrapped in Markdown's code fences. */
const unfenced = (text: string): string =>
  text.replace(/^\s*```[\w-]*\r?\n?/, '').replace(/\r?\n?```\s*$/, '');

const excerpt = (text: string): string =>
  printable(maskText(unfenced(text).slice(0, 3 * most))).slice(0, most);

const evidenceOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** Probely tells no CWE: the kinds that reports group by, from the names of its definitions. */
const kinds: readonly [pattern: RegExp, cwe: string, pciAutoFail: boolean][] = [
  [/sql injection/i, 'CWE-89', true],
  [/cross[- ]site scripting|\bxss\b/i, 'CWE-79', true],
  [/path traversal|file inclusion/i, 'CWE-22', true],
  [/command injection/i, 'CWE-78', true],
  [/code (injection|execution)|template injection|log4/i, 'CWE-94', true],
  [/response splitting|header injection|crlf/i, 'CWE-113', true],
  [/open redirect/i, 'CWE-601', false],
  [/request forgery \(ssrf\)|server[- ]side request/i, 'CWE-918', false],
  [/csrf|cross[- ]site request forgery/i, 'CWE-352', false],
  [/xml external|\bxxe\b/i, 'CWE-611', true],
  [/\b(ssl|tls 1\.[01]|deprecated tls)|weak cipher/i, 'CWE-326', true],
  [/cookie.{0,300}secure|secure flag/i, 'CWE-614', false],
  [/httponly/i, 'CWE-1004', false],
  [/clickjacking|frame/i, 'CWE-1021', false],
  [/vulnerable (version|library)|outdated|known vulnerabilit/i, 'CWE-1395', false],
  [/header|hsts|content security/i, 'CWE-693', false],
  [/disclosure|expos|listing/i, 'CWE-200', false],
];

export const ruleOf = (definitionId: string): string => `probely.${definitionId}`;

export function toFinding(found: OutsideFinding, targetUrl: string): Finding {
  const severity = severityOf(found.severity);
  const score = found.cvss_score ?? usualScore[severity];
  const [, cwe = '', pciAutoFail = false] =
    kinds.find(([pattern]) => pattern.test(found.definition.name)) ?? [];
  const [first] = found.requests ?? [];
  const said = evidenceOf(found.evidence);
  const isAddress = URL.canParse(found.url) && /^https?:$/.test(new URL(found.url).protocol);
  return {
    id: `probely-${found.id}`,
    rule: ruleOf(found.definition.id),
    title: printable(found.definition.name).slice(0, 300) || 'Finding of Probely',
    severity,
    cvss: { vector: found.cvss_vector, score },
    cwe,
    owasp: owaspFor(cwe, 2021) ?? '',
    pci: cwe === '' ? '' : '6.2.4',
    pciAutoFail,
    confidence: 'firm',
    explanation:
      `${printable(found.definition.desc).slice(0, 5000)}${found.severity >= 40 ? '\n\nProbely calls this critical.' : ''}`.trim(),
    fix: printable(found.fix).slice(0, 8000),
    references: [],
    places: [
      {
        method: /^[A-Z]{3,10}$/.test(found.method.toUpperCase()) ? found.method.toUpperCase() : 'GET',
        url: isAddress ? printable(found.url).slice(0, 2000) : targetUrl,
        parameter: printable(found.parameter).slice(0, 300),
        evidence: (
          excerpt(said) ||
          (found.value === '' ? 'Reported by Probely.' : `Value sent: ${excerpt(found.value)}`)
        ).slice(0, 600),
        request: excerpt(first?.request ?? ''),
        response: excerpt(first?.response ?? ''),
        ...(found.value === '' ? {} : { payload: printable(found.value).slice(0, 600) }),
      },
    ],
  };
}
