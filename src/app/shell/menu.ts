import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import IconFileCertificate from '@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconStairsUp from '@tabler/icons-react/dist/esm/icons/IconStairsUp.mjs';
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs';
import IconUmbrella from '@tabler/icons-react/dist/esm/icons/IconUmbrella.mjs';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconUrgent.mjs';
import { conciergePaths } from '#modules/concierge/paths.ts';
import type { FramePlace, MenuGroup, MenuItem } from '#ui/menu.ts';
import type { ModuleName, ModuleStatus } from './guards.ts';

type Statuses = Partial<Record<ModuleName, ModuleStatus>>;

/** One place of the menu: its address, and the modules of which one must be on offer. */
type Place = Omit<MenuItem, 'href' | 'children'> & {
  href: string;
  module?: ModuleName;
  /** Not even shown as something to subscribe to. */
  onlyActive?: true;
  children?: Place[];
};

const places: { id: string; label?: string; places: Place[] }[] = [
  {
    id: 'start',
    places: [
      {
        id: 'dashboard',
        label: 'Dashboard',
        icon: IconLayoutDashboard,
        href: '/dashboard',
        module: 'dashboard',
      },
      {
        id: 'cybermaturity',
        label: 'Cyber Maturity',
        icon: IconStairsUp,
        badge: 'Beta',
        href: '/cybermaturity',
        module: 'cybermaturity',
      },
    ],
  },
  {
    id: 'tools',
    label: 'TOOLS & SERVICES',
    places: [
      {
        id: 'concierge',
        label: 'Cyber Concierge',
        icon: IconHeadset,
        badge: 'NEW',
        href: '/concierge',
        module: 'cyberconcierge',
      },
      {
        id: 'securitypolicy',
        label: 'Security Policies',
        icon: IconFileCertificate,
        href: '/securitypolicy',
        module: 'compliance',
      },
      { id: 'training', label: 'Training', icon: IconSchool, href: '/training', module: 'training' },
      {
        id: 'monitoring',
        label: 'Monitoring',
        icon: IconActivity,
        href: '/webappscan',
        module: 'monitoring',
        children: [
          { id: 'webappscan', label: 'Website Scans', href: '/webappscan', module: 'monitoring' },
          {
            id: 'attacksurface',
            label: 'Attack Surface',
            href: '/attacksurface',
            module: 'ratings',
            onlyActive: true,
          },
        ],
      },
      { id: 'insurance', label: 'Insurance', icon: IconUmbrella, href: '/insurance', module: 'insurance' },
      {
        id: 'marketplace',
        label: 'Marketplace',
        icon: IconBuildingStore,
        href: '/marketplace',
        module: 'marketplace',
      },
    ],
  },
];

const within = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

function itemOf(place: Place, path: string, modules: Statuses): MenuItem | null {
  const status = place.module ? modules[place.module] : 'ACTIVE';
  if (status === undefined || status === 'NOT_AVAILABLE' || (place.onlyActive && status !== 'ACTIVE'))
    return null;
  const { href, module: _module, onlyActive: _onlyActive, children, ...rest } = place;
  const inactive = status === 'INACTIVE';
  // platform.md 2: clickable with a view, not inactive, and at the exact place or outside of it
  const clickable = !inactive && (path === href || !within(path, href));
  const shown =
    children?.map((child) => itemOf(child, path, modules)).filter((child) => child !== null) ?? [];
  const current = shown.length === 0 && within(path, href) && path !== conciergePaths.incident;
  return {
    ...rest,
    current,
    ...(clickable ? { href } : {}),
    ...(inactive ? { locked: { text: 'Subscribe to use', href: '/plan' } } : {}),
    ...(shown.length > 0 && !inactive ? { children: shown } : {}),
  };
}

/** The side menu for where one is and what the plan has; a module that is not available is not shown. */
export function menuOf(path: string, modules: Statuses, helpCenter: string): MenuGroup[] {
  const groups = places.map((group) => ({
    id: group.id,
    ...(group.label ? { label: group.label } : {}),
    items: group.places.map((place) => itemOf(place, path, modules)).filter((item) => item !== null),
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
  const { incident } = conciergePaths;
  return [
    ...(modules.cyberconcierge === 'ACTIVE'
      ? [
          {
            id: 'incident',
            label: 'Respond to an incident',
            icon: IconUrgent,
            href: incident,
            current: path === incident,
          },
        ]
      : []),
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
