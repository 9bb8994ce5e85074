/** Scripts come from strangers, so a pattern may not run over the rest of a script again and again. */

const unbounded = /\)[*+]|\.[*+]|\\S\][*+]|\)\{\d+,\}|\][*+]\S*\][*+]/;
const wideRepeat = /(?:\.|\])\{\d*,(\d+)\}/g;
/** Characters that a pattern may run on from one place of a script. */
const maxReach = 1500;

/** True for a pattern that could take more than a short while on a hostile script of a few megabytes. */
export function isSlowPattern(pattern: string): boolean {
  const reaches = [...pattern.matchAll(wideRepeat)]
    .map(([, reach]) => Number(reach))
    .filter((reach) => reach >= 50);
  return unbounded.test(pattern) || reaches.length > 1 || reaches.some((reach) => reach > maxReach);
}
