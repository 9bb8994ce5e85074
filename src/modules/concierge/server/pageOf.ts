import { pageSize } from '../rules.ts';

/** A page of a list; a page past the end is answered with the first. */
export async function pageOf<T extends { rows: readonly unknown[]; total: number }>(
  asked: number,
  load: (page: number) => Promise<T>,
): Promise<T & { page: number; pages: number }> {
  const found = await load(asked);
  if (found.rows.length === 0 && asked > 1) return pageOf(1, load);
  return { ...found, page: asked, pages: Math.max(1, Math.ceil(found.total / pageSize)) };
}

/** The pattern of `ilike` for a text that contains this one. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
