import type { StaffCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { memberOf } from './organizations.ts';

/** What concerns the whole portal is for staff of every brand. Refuses with `every-brand-only`. */
export async function requireEveryBrand(ctx: StaffCtx): Promise<void> {
  const { brandId } = await memberOf(ctx);
  if (brandId !== null) throw new Refusal('every-brand-only');
}

/** A page that is past the end is answered with the first. */
export async function pageOf<T>(
  asked: number,
  size: number,
  load: (atMost: number, skip: number) => Promise<{ rows: T[]; total: number }>,
): Promise<{ rows: T[]; total: number; page: number; pages: number }> {
  const found = await load(size, (asked - 1) * size);
  const isPast = found.rows.length === 0 && asked > 1;
  const { rows, total } = isPast ? await load(size, 0) : found;
  return { rows, total, page: isPast ? 1 : asked, pages: Math.max(1, Math.ceil(total / size)) };
}
