/** OWASP Top 10, edition 2021, in few words. */
export const owaspNames: Record<string, string> = {
  A01: 'Access control',
  A02: 'Encryption',
  A03: 'Injection',
  A04: 'Design',
  A05: 'Settings',
  A06: 'Outdated parts',
  A07: 'Sign-in',
  A08: 'Integrity',
  A09: 'Logging',
  A10: 'Request forgery',
};
