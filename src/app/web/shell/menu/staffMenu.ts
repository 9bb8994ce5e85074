import type { MenuGroup } from '#ui/frame/menu.ts';
import { iconOf } from './menuIcons.ts';
import { pages } from '../modules.ts';
import { pageAt, placeOf, within } from '../pageAt.ts';

/**
 * The menu of the desk for where a member of staff is. A place is current on every address below its own, and below those it
 * names as its own too.
 * @param everyBrand whether the member sees all brands
 */
export function staffMenuOf(path: string, everyBrand: boolean): MenuGroup[] {
  const groups = new Map<string, MenuGroup>();
  for (const page of pages) {
    if (page.access !== 'staff' || !page.menu || (page.menu.everyBrand && !everyBrand)) continue;
    const { section, label, icon, also = [] } = page.menu;
    const group = groups.get(section.id) ?? { ...section, items: [] };
    const href = placeOf(page);
    const current = placeOf(pageAt(path) ?? page) === href || also.some((one) => within(path, one));
    group.items.push({ id: href, label, icon: iconOf(icon), href, current });
    groups.set(section.id, group);
  }
  return [...groups.values()];
}
