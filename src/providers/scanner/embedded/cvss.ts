import type { FindingSeverity } from '../port.ts';

// Weights of the CVSS 3.1 specification, sections 7.1 to 7.4.
const weights: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const privileges = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } } as const;

function roundUp(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

/** Base score, 0 to 10 with one decimal, of a CVSS 3.1 vector without its prefix (`AV:N/AC:L/…`). Throws on a malformed vector. */
export function cvssScore(vector: string): number {
  const metrics = Object.fromEntries(
    vector
      .replace(/^CVSS:3\.1\//, '')
      .split('/')
      .map((part) => part.split(':') as [string, string]),
  );
  const weight = (name: string): number => {
    const value = weights[name]?.[metrics[name] ?? ''];
    if (value === undefined) throw new Error(`CVSS vector ${vector} has no valid ${name}`);
    return value;
  };
  const changed = metrics.S === 'C';
  const privilege = privileges[changed ? 'C' : 'U'][metrics.PR as 'N' | 'L' | 'H'];
  if (privilege === undefined || (metrics.S !== 'U' && metrics.S !== 'C'))
    throw new Error(`CVSS vector ${vector} has no valid PR or S`);
  const iss = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = changed ? 7.52 * (iss - 0.029) - 3.25 * (iss - 0.02) ** 15 : 6.42 * iss;
  const exploitability = 8.22 * weight('AV') * weight('AC') * privilege * weight('UI');
  if (impact <= 0) return 0;
  return roundUp(Math.min(10, changed ? 1.08 * (impact + exploitability) : impact + exploitability));
}

export function severityOf(score: number): FindingSeverity {
  return score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
}
