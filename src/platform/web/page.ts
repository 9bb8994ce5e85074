import type { ComponentType } from 'react';
import type { MenuIcon } from '#ui/frame/menu.ts';
import type { TitleHandle } from './pageTitle.ts';
import type { StepUpComponent } from './stepUp.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** An address that shows a screen. Pages that share one `load` are one screen, which stays while they change. */
type Screen = TitleHandle & {
  /** Pattern of the address, as the router reads it. */
  path: string;
  load: () => Promise<ComponentType>;
  /** Begins to fetch its data, beside its code. */
  prefetch?: (place: { url: URL; params: Params }) => Promise<unknown>;
  /** All that it needs comes in one file of this name, since visits begin there (vite.config.ts). */
  chunk?: string;
};

/** An address that leads to another one. */
type Redirect = { path: string; to: string | ((params: Params) => string) };

/** A section of a menu. */
export type MenuSection = { id: string; label?: string };

/** Sections of the menu of members. */
export const menuSections = {
  start: { id: 'start' },
  tools: { id: 'tools', label: 'TOOLS & SERVICES' },
  /** At hand on every page, outside the groups. */
  atHand: { id: 'at-hand' },
} as const satisfies Record<string, MenuSection>;

/** Icons come with the frame: a page without a menu does not carry them. */
export type IconLoader = () => Promise<{ default: MenuIcon }>;

export type MenuEntry = {
  section: MenuSection;
  label: string;
  icon: IconLoader;
  badge?: string;
  /** It heads a submenu, in which the page itself comes first, under this label. */
  submenu?: { id: string; itself: string };
};

/** In the submenu of another entry; with `onlyActive` it is never shown as something to subscribe to. */
export type SubEntry = { under: string; label: string; onlyActive?: true };

/** In the menu of the desk: with further addresses that belong to it, or only for staff of every brand. */
export type DeskEntry = MenuEntry & { also?: readonly string[]; everyBrand?: true };

/**
 * Who sees a page. `signedOut`: people who are not signed in; others go home. `public`: anyone, whatever their state. `link`:
 * anyone who has the link; the page brings its own frame, and looks the same to every user. `signedIn`: members;
 * where it belongs to a module of the plan, only while that is active. `staff`: the desk.
 */
type Audience<Module extends string> =
  | { access: 'signedOut' | 'link' }
  | { access: 'public'; ownFrame?: true }
  | { access: 'signedIn'; module?: Module; menu?: MenuEntry | SubEntry }
  | { access: 'staff'; menu?: DeskEntry };

export type Page<Module extends string = never> = (Screen | Redirect) & Audience<Module>;

/**
 * What a module is to the browser; `src/app/web/shell/modules.ts` lists them (decision 36). It is part of the first script that
 * every visitor loads: titles and lazy imports only.
 */
export type WebModule<Module extends string = never> = {
  pages?: readonly Page<Module>[];
  /** What it adds below a tab of Settings. */
  panels?: readonly {
    tab: 'you' | 'organization';
    load: () => Promise<ComponentType<{ StepUp: StepUpComponent }>>;
  }[];
  /** Stands beside every page of a member. */
  beside?: () => Promise<ComponentType>;
};
