import type { Audience } from './rules.ts';

export const evidencePaths = {
  home: '/evidence',
  /** The page with this reader chosen. */
  forWhom: (audience: Audience): string => `/evidence?for=${audience}`,
  /** The file of a pack; a call, not a page. */
  file: (id: string, name: string): string => `/api/evidence/pack/${encodeURIComponent(id)}/${encodeURIComponent(name)}`,
} as const;
