/** The one rounding of a share for people, in whole percent: to the nearest, but 100 only for all of it and 0 only for none. */
export function percentOf(part: number, whole: number): number {
  if (!(whole > 0) || !(part > 0)) return 0;
  if (part >= whole) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}
