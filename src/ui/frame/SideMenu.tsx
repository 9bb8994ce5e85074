import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { lazy, Suspense, useId } from 'react';
import { Link } from '../text/Link.tsx';
import type { MenuGroup, MenuItem } from './menu.ts';
import classes from './SideMenu.module.css';

const LockedItem = lazy(async () => ({ default: (await import('../badge/LockedItem.tsx')).LockedItem }));

export type ItemProps = { item: MenuItem; sub?: boolean; onNavigate?: () => void };

export function ItemContent({ item }: { item: MenuItem }) {
  const Icon = item.icon;
  return (
    <>
      {Icon && <Icon size={20} stroke={1.5} aria-hidden />}
      <span className="flex-auto min-w-0">{item.label}</span>
      {item.badge && (
        <span
          className={`${classes.badge} border-accent flex-none text-tiny font-semibold text-accent rounded-full`}
        >
          {item.badge}
        </span>
      )}
      {item.locked && <IconLock size={16} stroke={1.5} aria-hidden />}
      {item.external && <IconExternalLink size={16} stroke={1.5} aria-label="(opens in a new tab)" />}
    </>
  );
}

function Item({ item, sub, onNavigate }: ItemProps) {
  const common = {
    className: classes.item,
    'data-sub': sub || undefined,
    'data-current': item.current || undefined,
    'aria-current': item.current ? ('page' as const) : undefined,
  };
  if (item.locked)
    return (
      <Suspense
        fallback={
          <span className={classes.item} data-sub={sub || undefined} data-locked>
            <ItemContent item={item} />
          </span>
        }
      >
        <LockedItem item={item} sub={sub} onNavigate={onNavigate} />
      </Suspense>
    );
  if (item.external && item.href) {
    return (
      <a {...common} href={item.href} target="_blank" rel="noreferrer">
        <ItemContent item={item} />
      </a>
    );
  }
  if (item.href) {
    return (
      <Link {...common} href={item.href} onClick={onNavigate}>
        <ItemContent item={item} />
      </Link>
    );
  }
  return (
    <span {...common}>
      <ItemContent item={item} />
    </span>
  );
}

export type SideMenuProps = {
  groups: MenuGroup[];
  /** After an item was followed, as to close the drawer. */
  onNavigate?: () => void;
};

/** The main navigation: groups of items, one level of sub-items. */
export function SideMenu({ groups, onNavigate }: SideMenuProps) {
  const id = useId();
  return (
    <nav className={`${classes.nav} flex-auto`} aria-label="Main">
      {groups.map((group) => (
        <div key={group.id} className={classes.group}>
          {group.label && (
            <p
              id={`${id}-${group.id}`}
              className={`${classes.groupLabel} font-semibold text-tiny text-dimmed`}
            >
              {group.label}
            </p>
          )}
          <ul
            className={`${classes.list} grid gap-0.5`}
            aria-labelledby={group.label ? `${id}-${group.id}` : undefined}
          >
            {group.items.map((item) => (
              <li key={item.id}>
                <Item item={item} onNavigate={onNavigate} />
                {item.children && item.children.length > 0 && (
                  <ul className={`${classes.list} grid gap-0.5`} aria-label={item.label}>
                    {item.children.map((child) => (
                      <li key={child.id}>
                        <Item item={child} sub onNavigate={onNavigate} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
