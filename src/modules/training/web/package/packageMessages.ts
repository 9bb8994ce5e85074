/** What a part of a package and the page around its frame tell each other. Nothing in it is trusted by the page. */
export const packageMark = 'portal-package';

/** From the part: `hello` when it begins; `save` with all that it keeps, as JSON text. */
export type FromPackage = { mark: typeof packageMark; part: string } & (
  | { what: 'hello' }
  | { what: 'save'; state: string }
);
/** To the part, and to every frame within it: what another one of them kept. */
export type ToPackage = { mark: typeof packageMark; part: string; what: 'state'; state: string };

/** Of one part, as JSON text (packageContract.ts). */
export const mostCharactersOfState = 200_000;

/** A message of a part as far as it is one. */
export function readFromPackage(data: unknown): FromPackage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { mark, part, what, state } = data as Record<string, unknown>;
  if (mark !== packageMark || typeof part !== 'string') return null;
  if (what === 'hello') return { mark, part, what };
  return what === 'save' && typeof state === 'string' && state.length <= mostCharactersOfState
    ? { mark, part, what, state }
    : null;
}
