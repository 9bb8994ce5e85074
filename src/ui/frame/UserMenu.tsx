import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { lazy, Suspense, useState, type ComponentPropsWithRef } from 'react';
import type { FrameUser, UserMenuItem } from './menu.ts';
import classes from './UserMenu.module.css';

const load = () => import('./UserMenuPopup.tsx');
const UserMenuPopup = lazy(async () => ({ default: (await load()).UserMenuPopup }));

const initialsOf = (name: string) =>
  name
    .split(/[\s.@_-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part[0]?.toUpperCase())
    .join('');

export type UserMenuProps = { user: FrameUser; items: UserMenuItem[]; onNavigate?: (() => void) | undefined };

/** Name and organisation of the user. */
export function UserButton({ user, ...rest }: { user: FrameUser } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className={`${classes.user} min-h-14 row w-full gap-3 text-plain text-start rounded px-3 py-2`}
    >
      <span
        className={`${classes.initials} grid place-items-center flex-none text-small font-semibold text-accent rounded-full`}
        aria-hidden
      >
        {initialsOf(user.name)}
      </span>
      <span className="flex-auto min-w-0">
        <span className="truncate block leading-5 font-medium">{user.name}</span>
        {user.organization && (
          <span className="truncate block text-small leading-4.5 text-dimmed">{user.organization}</span>
        )}
      </span>
      <span className="visually-hidden">Account menu</span>
      <IconSelector size={18} stroke={1.5} aria-hidden />
    </button>
  );
}

/** The user at the foot of the side menu; the code of the popup comes when one points at it. */
export function UserMenu(props: UserMenuProps) {
  const [used, setUsed] = useState(false);
  const prepare = () => void load().catch(() => {});
  const button = (
    <UserButton
      user={props.user}
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setUsed(true)}
    />
  );
  return used ? (
    <Suspense fallback={button}>
      <UserMenuPopup {...props} />
    </Suspense>
  ) : (
    button
  );
}
