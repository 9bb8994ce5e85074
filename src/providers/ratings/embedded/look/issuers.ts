import { trustedRoots } from '#probes/tls/chain.ts';

const organization = (name: string) => /(?:^|[,\n][^\S\n]*)O=([^,\n]+)/.exec(name)?.[1]?.trim().toLowerCase();
const firstWord = (name: string) => /(?:^|[,\n][^\S\n]*)CN=(\S+)/.exec(name)?.[1]?.toLowerCase();

/**
 * Whether an issuer that was not sent bears the name of a trusted authority: the same organization or, where a root of the
 * operator's own has none, the same first word.
 */
export function isNamesake(issuer: string, ca: readonly string[]): boolean {
  const own = organization(issuer);
  const names = trustedRoots(ca).map((root) => root.subject ?? '');
  if (own !== undefined) return names.some((name) => organization(name) === own);
  const word = firstWord(issuer);
  return (
    word !== undefined &&
    ca.length > 0 &&
    names.some((name) => organization(name) === undefined && firstWord(name) === word)
  );
}
