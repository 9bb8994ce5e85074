import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs';
import { menuSections, type MenuEntry, type SubEntry } from '#platform/web/page.ts';
import type { FramePlace, MenuGroup, MenuItem } from '#ui/frame/menu.ts';
import type { GuardInput } from '../guards/guards.ts';
import { iconOf } from './menuIcons.ts';
import { pages, type ProductPage } from '../modules.ts';
import { placeOf, within } from '../pageAt.ts';

type Statuses = GuardInput['modules'];
type Entry<Kind = MenuEntry | SubEntry> = {
  menu: Kind;
  href: string;
  module: Extract<ProductPage, { access: 'signedIn' }>['module'];
};

const entries: Entry[] = pages.flatMap((page) =>
  page.access === 'signedIn' && page.menu
    ? [{ menu: page.menu, href: placeOf(page), module: page.module }]
    : [],
);
const isHead = (entry: Entry): entry is Entry<MenuEntry> => 'section' in entry.menu;
const heads = entries.filter(isHead);

/** The entry that one is at: its own address, or one below that has no entry of its own. */
const isCurrent = (path: string, href: string) =>
  within(path, href) && !entries.some((other) => other.href.length > href.length && within(path, other.href));

/** The submenu that an entry heads, with the entry itself first; none for others. */
function submenuOf({ menu, href, module }: Entry): Entry[] {
  const submenu = 'submenu' in menu ? menu.submenu : undefined;
  if (!submenu) return [];
  const below = entries.filter((other) => 'under' in other.menu && other.menu.under === submenu.id);
  return [{ menu: { under: submenu.id, label: submenu.itself }, href, module }, ...below];
}

function itemOf(entry: Entry, path: string, modules: Statuses): MenuItem | null {
  const { menu, href, module } = entry;
  const status = module ? modules[module] : 'ACTIVE';
  const onlyActive = 'onlyActive' in menu && menu.onlyActive;
  if (status === undefined || status === 'NOT_AVAILABLE' || (onlyActive && status !== 'ACTIVE')) return null;
  const inactive = status === 'INACTIVE';
  const { submenu, badge, icon } = 'section' in menu ? menu : {};
  const shown = submenuOf(entry)
    .map((child) => itemOf(child, path, modules))
    .filter((child) => child !== null);
  return {
    id: submenu?.id ?? href.slice(1),
    label: menu.label,
    ...(icon ? { icon: iconOf(icon) } : {}),
    ...(badge ? { badge } : {}),
    current: shown.length === 0 && isCurrent(path, href),
    // platform.md 2: clickable with a view, not inactive, and at the exact place or outside of it
    ...(!inactive && (path === href || !within(path, href)) ? { href } : {}),
    ...(inactive ? { locked: { text: 'Subscribe to use', href: '/plan' } } : {}),
    ...(shown.length > 0 && !inactive ? { children: shown } : {}),
  };
}

/** The side menu for where one is and what the plan has; a module that is not available is not shown. */
export function menuOf(path: string, modules: Statuses, helpCenter: string): MenuGroup[] {
  const groups = [menuSections.start, menuSections.tools].map((section) => ({
    ...section,
    items: heads
      .filter(({ menu }) => menu.section === section)
      .map((entry) => itemOf(entry, path, modules))
      .filter((item) => item !== null),
  }));
  return [
    ...groups,
    {
      id: 'learn',
      label: 'LEARN',
      items: [{ id: 'knowledge', label: 'Knowledge Base', icon: IconBook, href: helpCenter, external: true }],
    },
  ].filter((group) => group.items.length > 0);
}

/** What is at hand on every page, outside the groups that the specification names: help in an incident, and the news. */
export function placesOf(
  path: string,
  modules: Statuses,
  news: { unseen: number; open: () => void },
): FramePlace[] {
  return [
    ...heads
      .filter(
        ({ menu, module }) => menu.section === menuSections.atHand && module && modules[module] === 'ACTIVE',
      )
      .map(({ menu, href }) => ({
        id: href,
        label: menu.label,
        icon: iconOf(menu.icon)!,
        href,
        current: path === href,
      })),
    { id: 'news', label: 'What is new', icon: IconSparkles, count: news.unseen, onSelect: news.open },
  ];
}

/** platform.md 2: hidden on a wrong address, without company profile, before the introduction, or with nothing on offer. */
export const isMenuHidden = (state: {
  rightHost: boolean;
  hasProfile: boolean;
  introViewed: boolean;
  modules: Statuses;
}): boolean =>
  !state.rightHost ||
  !state.hasProfile ||
  !state.introViewed ||
  (['compliance', 'monitoring', 'training'] as const).every(
    (name) => (state.modules[name] ?? 'NOT_AVAILABLE') === 'NOT_AVAILABLE',
  );

/** What a person is called in the corner: the name, else the address before the @, cut after 25 characters. */
export const shownName = (person: { firstName?: string; lastName?: string; email: string }): string => {
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ').trim();
  if (name) return name;
  const local = person.email.split('@')[0] ?? '';
  return local.length > 25 ? `${local.slice(0, 25)}…` : local;
};
