import type { IconLoader } from '#platform/web/page.ts';
import type { MenuIcon } from '#ui/frame/menu.ts';
import { pages } from '../modules.ts';

const icons = new Map<IconLoader, MenuIcon>();

/** Fetches the icons of a menu, which come with its frame. */
export async function fetchIcons(access: 'signedIn' | 'staff'): Promise<void> {
  await Promise.all(
    pages.map(async (page) => {
      if (page.access !== access || !page.menu || !('icon' in page.menu)) return;
      const { icon } = page.menu;
      icons.set(icon, (await icon()).default);
    }),
  );
}

export const iconOf = (icon: IconLoader): MenuIcon | undefined => icons.get(icon);
