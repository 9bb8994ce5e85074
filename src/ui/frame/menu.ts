import type { ComponentType } from 'react';

/** A Tabler icon, imported by its own path. */
export type MenuIcon = ComponentType<{
  size?: number | string;
  stroke?: number | string;
  'aria-hidden'?: boolean;
}>;

export type MenuItem = {
  id: string;
  label: string;
  icon?: MenuIcon;
  /** Where it leads; without it the item is text, as for the place one is at. */
  href?: string;
  /** This is where the reader is. */
  current?: boolean;
  /** A small word such as NEW or Beta. */
  badge?: string;
  /** Opens in a new tab. */
  external?: boolean;
  /** Cannot be used yet: why, and where that can be changed. */
  locked?: { text: string; href: string };
  children?: MenuItem[];
};

export type MenuGroup = { id: string; label?: string; items: MenuItem[] };

/** A place that is always at hand, outside the menu's groups: a link, or a button with how many things wait behind it. */
export type FramePlace = { id: string; label: string; icon: MenuIcon; count?: number } & (
  | { href: string; current?: boolean; onSelect?: never }
  | { onSelect: () => void; href?: never; current?: never }
);

export type UserMenuItem = {
  id: string;
  label: string;
  icon?: MenuIcon;
  href?: string;
  external?: boolean;
  onSelect?: () => void;
};

export type FrameUser = {
  /** First and last name, or the e-mail's local part. */
  name: string;
  organization?: string;
};
