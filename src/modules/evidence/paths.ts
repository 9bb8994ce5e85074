import type { Audience } from './rules.ts';

export const evidencePaths = {
  home: '/evidence',
  /** The page with this reader chosen. */
  forWhom: (audience: Audience): string => `/evidence?for=${audience}`,
  checkPattern: '/evidence-check/:code',
  /** Where anyone can check a pack; without a code, where one is typed. */
  check: (code = ''): string =>
    code === '' ? '/evidence-check' : `/evidence-check/${encodeURIComponent(code)}`,
  /** The file of a pack; a call, not a page. */
  file: (id: string, name: string): string =>
    `/api/evidence/pack/${encodeURIComponent(id)}/${encodeURIComponent(name)}`,
} as const;
