import IconBuildings from '@tabler/icons-react/dist/esm/icons/IconBuildings.mjs';
import IconClipboardList from '@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMailExclamation from '@tabler/icons-react/dist/esm/icons/IconMailExclamation.mjs';
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import IconShieldExclamation from '@tabler/icons-react/dist/esm/icons/IconShieldExclamation.mjs';
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import { staffPaths } from '#modules/staff/paths.ts';
import type { MenuGroup, MenuItem } from '#ui/menu.ts';

/** One place of the desk. A place is current on every address below its own, and below those it names as its own too. */
type Place = Pick<MenuItem, 'id' | 'label' | 'icon'> & {
  href: string;
  /** Further addresses that belong to it. */
  also?: string[];
  /** Only for staff of every brand. */
  everyBrand?: true;
};

/** The desk in the order of its menu. */
const groups: { id: string; label: string; places: Place[] }[] = [
  {
    id: 'staff',
    label: 'SUPPORT DESK',
    places: [
      {
        id: 'organizations',
        label: 'Organizations',
        icon: IconBuildings,
        href: staffPaths.home,
        also: [`${staffPaths.home}/organizations`],
      },
      { id: 'senders', label: 'Email senders', icon: IconMailExclamation, href: staffPaths.senders },
    ],
  },
  {
    id: 'concierge',
    label: 'CYBER CONCIERGE',
    places: [
      {
        id: 'conversations',
        label: 'Conversations',
        icon: IconMessages,
        href: staffPaths.conversations,
        also: [`${staffPaths.home}/concierge/new-conversation`],
      },
      {
        id: 'messages',
        label: 'Messages',
        icon: IconMail,
        href: staffPaths.messages,
        also: [staffPaths.newMessage],
      },
      {
        id: 'weaknesses',
        label: 'Weaknesses',
        icon: IconShieldExclamation,
        href: staffPaths.weaknesses,
        also: [`${staffPaths.home}/concierge/candidate`, `${staffPaths.home}/concierge/new-weakness`],
      },
    ],
  },
  {
    id: 'catalog',
    label: 'BRANDS & CHANNELS',
    places: [
      {
        id: 'brands',
        label: 'Brands',
        icon: IconPalette,
        href: staffPaths.brands,
        also: [staffPaths.newBrand],
      },
      {
        id: 'channels',
        label: 'Channels',
        icon: IconRoute,
        href: staffPaths.channels,
        also: [staffPaths.newChannel],
      },
      {
        id: 'subscription-ids',
        label: 'Subscription ids',
        icon: IconTicket,
        href: staffPaths.subscriptionIds,
      },
    ],
  },
  {
    id: 'operation',
    label: 'OPERATION',
    places: [
      { id: 'jobs', label: 'Jobs and failures', icon: IconStack2, href: staffPaths.jobs, everyBrand: true },
      { id: 'log', label: 'Desk log', icon: IconClipboardList, href: staffPaths.log, everyBrand: true },
    ],
  },
];

const isAt = (path: string, { href, also = [] }: Place): boolean =>
  path === href ||
  (href !== staffPaths.home && path.startsWith(`${href}/`)) ||
  also.some((one) => path === one || path.startsWith(`${one}/`));

/**
 * The menu of the desk for where a member of staff is.
 * @param everyBrand whether the member sees all brands
 */
export function staffMenuOf(path: string, everyBrand: boolean): MenuGroup[] {
  return groups
    .map(({ id, label, places }) => ({
      id,
      label,
      items: places
        .filter((place) => everyBrand || !place.everyBrand)
        .map(({ also: _also, everyBrand: _everyBrand, ...place }) => ({
          ...place,
          current: isAt(path, { ...place, also: _also ?? [] }),
        })),
    }))
    .filter(({ items }) => items.length > 0);
}
