/** OWASP Top 10, editions 2021 and 2025, by the CWE of a rule. */

export const owasp2021 = {
  A01: 'A01:2021 Broken Access Control',
  A02: 'A02:2021 Cryptographic Failures',
  A03: 'A03:2021 Injection',
  A04: 'A04:2021 Insecure Design',
  A05: 'A05:2021 Security Misconfiguration',
  A06: 'A06:2021 Vulnerable and Outdated Components',
  A07: 'A07:2021 Identification and Authentication Failures',
  A08: 'A08:2021 Software and Data Integrity Failures',
  A09: 'A09:2021 Security Logging and Monitoring Failures',
  A10: 'A10:2021 Server-Side Request Forgery',
} as const;

export const owasp2025 = {
  A01: 'A01:2025 Broken Access Control',
  A02: 'A02:2025 Security Misconfiguration',
  A03: 'A03:2025 Software Supply Chain Failures',
  A04: 'A04:2025 Cryptographic Failures',
  A05: 'A05:2025 Injection',
  A06: 'A06:2025 Insecure Design',
  A07: 'A07:2025 Authentication Failures',
  A08: 'A08:2025 Software or Data Integrity Failures',
  A09: 'A09:2025 Security Logging and Alerting Failures',
  A10: 'A10:2025 Mishandling of Exceptional Conditions',
} as const;

type Category = keyof typeof owasp2021;

const byCwe: Record<string, readonly [Category, Category]> = {
  'CWE-16': ['A05', 'A02'],
  'CWE-20': ['A03', 'A05'],
  'CWE-22': ['A01', 'A01'],
  'CWE-78': ['A03', 'A05'],
  'CWE-79': ['A03', 'A05'],
  'CWE-89': ['A03', 'A05'],
  'CWE-943': ['A03', 'A05'],
  'CWE-90': ['A03', 'A05'],
  'CWE-643': ['A03', 'A05'],
  'CWE-94': ['A03', 'A05'],
  'CWE-98': ['A03', 'A05'],
  'CWE-113': ['A03', 'A05'],
  'CWE-200': ['A01', 'A01'],
  'CWE-209': ['A04', 'A10'],
  'CWE-215': ['A05', 'A10'],
  'CWE-250': ['A05', 'A02'],
  'CWE-256': ['A04', 'A06'],
  'CWE-284': ['A01', 'A01'],
  'CWE-288': ['A07', 'A07'],
  'CWE-295': ['A07', 'A07'],
  'CWE-296': ['A07', 'A07'],
  'CWE-297': ['A07', 'A07'],
  'CWE-298': ['A07', 'A07'],
  'CWE-306': ['A07', 'A07'],
  'CWE-311': ['A04', 'A06'],
  'CWE-312': ['A04', 'A06'],
  'CWE-319': ['A02', 'A04'],
  'CWE-326': ['A02', 'A04'],
  'CWE-327': ['A02', 'A04'],
  'CWE-328': ['A02', 'A04'],
  'CWE-346': ['A07', 'A07'],
  'CWE-349': ['A08', 'A08'],
  'CWE-352': ['A01', 'A01'],
  'CWE-353': ['A08', 'A08'],
  'CWE-434': ['A04', 'A06'],
  'CWE-497': ['A01', 'A01'],
  'CWE-502': ['A08', 'A08'],
  'CWE-522': ['A04', 'A06'],
  'CWE-523': ['A02', 'A04'],
  'CWE-524': ['A04', 'A06'],
  'CWE-525': ['A04', 'A06'],
  'CWE-530': ['A05', 'A02'],
  'CWE-538': ['A01', 'A01'],
  'CWE-540': ['A01', 'A01'],
  'CWE-548': ['A01', 'A01'],
  'CWE-565': ['A08', 'A08'],
  'CWE-598': ['A04', 'A06'],
  'CWE-601': ['A01', 'A01'],
  'CWE-614': ['A05', 'A02'],
  'CWE-615': ['A05', 'A02'],
  'CWE-644': ['A03', 'A05'],
  'CWE-650': ['A04', 'A06'],
  'CWE-693': ['A05', 'A02'],
  'CWE-749': ['A05', 'A02'],
  'CWE-798': ['A07', 'A07'],
  'CWE-829': ['A08', 'A08'],
  'CWE-611': ['A05', 'A02'],
  'CWE-917': ['A03', 'A05'],
  'CWE-918': ['A10', 'A01'],
  'CWE-942': ['A05', 'A02'],
  'CWE-1004': ['A05', 'A02'],
  'CWE-1021': ['A04', 'A06'],
  'CWE-1104': ['A06', 'A03'],
  'CWE-1188': ['A05', 'A02'],
  'CWE-1275': ['A01', 'A01'],
  'CWE-1395': ['A06', 'A03'],
};

/** Category of a CWE in one edition; null for a CWE that the table does not know. */
export function owaspFor(cwe: string, edition: 2021 | 2025): string | null {
  const found = byCwe[cwe];
  return found ? (edition === 2021 ? owasp2021[found[0]] : owasp2025[found[1]]) : null;
}

/** The same. Throws for a CWE the table does not know, so that no rule goes unmapped. */
export function owaspOf(cwe: string, edition: 2021 | 2025 = 2021): string {
  const found = owaspFor(cwe, edition);
  if (!found) throw new Error(`${cwe} has no OWASP category`);
  return found;
}
