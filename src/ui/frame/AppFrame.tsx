import { ActionIcon } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import classes from './AppFrame.module.css';
import { FramePlaces } from './FramePlaces.tsx';
import type { FramePlace, FrameUser, MenuGroup, UserMenuItem } from './menu.ts';
import { SideMenu } from './SideMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }));

const NO_GROUPS: MenuGroup[] = [];
const NO_PLACES: FramePlace[] = [];
const NO_ITEMS: UserMenuItem[] = [];

export type AppFrameProps = {
  /** The brand's logo, linking home. */
  logo: ReactNode;
  /** The side menu's groups; none hides the menu. */
  groups?: MenuGroup[];
  /** Always at hand: above the user in the menu, at the header's end where the menu is a drawer. */
  places?: FramePlace[];
  user?: FrameUser;
  userItems?: UserMenuItem[];
  /** Over everything: trial, promotion or support notice. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The signed-in page: skip link, side menu of 250 px (a drawer under 900 px), banner and the main landmark with the id `main`. */
export function AppFrame({
  logo,
  groups = NO_GROUPS,
  places = NO_PLACES,
  user,
  userItems = NO_ITEMS,
  banner,
  children,
}: AppFrameProps) {
  const [opened, setOpened] = useState(false);
  const [drawerUsed, setDrawerUsed] = useState(false);
  const withMenu = groups.length > 0;
  const menu = (onNavigate?: () => void) => (
    <>
      <SideMenu groups={groups} onNavigate={onNavigate} />
      <FramePlaces places={places} onNavigate={onNavigate} />
      {user && (
        <div className="flex-none border-t px-3 py-2">
          <UserMenu user={user} items={userItems} onNavigate={onNavigate} />
        </div>
      )}
    </>
  );
  return (
    <div className={`${classes.frame} stack bg-canvas`} data-menu={withMenu || undefined}>
      <a className={`${classes.skip} px-4 py-2.5 font-medium no-underline rounded`} href="#main">
        Skip to main content
      </a>
      {withMenu && (
        <aside className={classes.side} aria-label="Sidebar">
          <div className={classes.logo}>{logo}</div>
          {menu()}
        </aside>
      )}
      <div className={`${classes.page} flex flex-col min-w-0`}>
        <header className={`${classes.bar} min-h-14 sticky row gap-2 border-b bg-card px-3 py-2`}>
          {withMenu && (
            <ActionIcon
              aria-label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => {
                setDrawerUsed(true);
                setOpened(true);
              }}
            >
              <IconMenu2 size={22} stroke={1.5} aria-hidden />
            </ActionIcon>
          )}
          <div className="row min-w-0">{logo}</div>
          {withMenu && <FramePlaces places={places} compact />}
          {!withMenu && user && (
            <div className={`${classes.barUser} ms-auto`}>
              <UserMenu user={user} items={userItems} />
            </div>
          )}
        </header>
        {banner}
        <main className={`${classes.main} min-w-0 p-6 outline-none`} id="main" tabIndex={-1}>
          <div className={classes.content}>{children}</div>
        </main>
      </div>
      {drawerUsed && (
        <Suspense fallback={null}>
          <MenuDrawer opened={opened} onClose={() => setOpened(false)} logo={logo}>
            {menu(() => setOpened(false))}
          </MenuDrawer>
        </Suspense>
      )}
    </div>
  );
}
