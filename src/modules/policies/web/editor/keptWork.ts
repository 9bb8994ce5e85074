import { currentSession } from '#platform/web/query.ts';
import type { Work } from './work.ts';

/** Work that was typed and not saved, with the state that it builds on. */
export type KeptWork = { work: Work; etag: string | null; at: string };

const prefix = 'policy-work ';
const owner = (): string => {
  const { cognitoId, isZeguroServiceSession } = currentSession();
  return `${prefix}${cognitoId}${isZeguroServiceSession ? ' support' : ''} `;
};
const keyOf = (id: string) => `${owner()}${id}`;

const isWork = (work: unknown): work is Work => {
  const { name, values, text } = (work ?? {}) as Partial<Work>;
  return (
    typeof name === 'string' && typeof text === 'string' && typeof values === 'object' && values !== null
  );
};

/** What this tab keeps for this person; what it kept for another one is thrown away. */
export function readKept(id: string): KeptWork | null {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !key.startsWith(owner())) sessionStorage.removeItem(key);
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Partial<KeptWork> | null;
    if (!kept || !isWork(kept.work) || typeof kept.at !== 'string' || Number.isNaN(Date.parse(kept.at)))
      return null;
    return { work: kept.work, etag: typeof kept.etag === 'string' ? kept.etag : null, at: kept.at };
  } catch {
    return null;
  }
}

/** Keeps work in this tab; null forgets it. */
export function keepWork(id: string, kept: KeptWork | null): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(id), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(id));
  } catch {
    // a browser without storage still asks before the page is left
  }
}
