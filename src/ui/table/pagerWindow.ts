/** modules.md 9: up to 10 page numbers. */
const PAGER_NUMBERS = 10;

/** The page numbers to offer, the current one as near the middle as the ends allow. */
export function pagerWindow(page: number, pages: number, size: number = PAGER_NUMBERS): number[] {
  const count = Math.max(0, Math.min(size, pages));
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
