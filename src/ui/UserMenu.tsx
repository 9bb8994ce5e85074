import { Menu, VisuallyHidden } from '@mantine/core';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import type { MantineColorScheme } from '@mantine/core';
import { useColorSchemeChoice } from './colorScheme.ts';
import { Link } from './Link.tsx';
import type { FrameUser, UserMenuItem } from './menu.ts';
import classes from './UserMenu.module.css';

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const initialsOf = (name: string) =>
  name
    .split(/[\s.@_-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part[0]?.toUpperCase())
    .join('');

export type UserMenuProps = { user: FrameUser; items: UserMenuItem[]; onNavigate?: () => void };

/** The user at the foot of the side menu: name, organisation, and a popup with the given items and the light or dark switch. */
export function UserMenu({ user, items, onNavigate }: UserMenuProps) {
  const { scheme, choose } = useColorSchemeChoice();
  return (
    <Menu position="top-start" width={226} offset={8}>
      <Menu.Target>
        <button type="button" className={classes.user}>
          <span className={classes.initials} aria-hidden>
            {initialsOf(user.name)}
          </span>
          <span className={classes.words}>
            <span className={classes.name}>{user.name}</span>
            {user.organization && <span className={classes.organization}>{user.organization}</span>}
          </span>
          <VisuallyHidden>Account menu</VisuallyHidden>
          <IconSelector size={18} stroke={1.5} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ id, label, icon: Icon, href, external, onSelect }) => {
          const leftSection = Icon && <Icon size={18} stroke={1.5} aria-hidden />;
          const select = () => {
            onSelect?.();
            onNavigate?.();
          };
          if (href && external) {
            return (
              <Menu.Item key={id} component="a" href={href} target="_blank" rel="noreferrer" leftSection={leftSection} onClick={select}>
                {label}
              </Menu.Item>
            );
          }
          if (href) {
            return (
              <Menu.Item key={id} component={Link} href={href} leftSection={leftSection} onClick={select}>
                {label}
              </Menu.Item>
            );
          }
          return (
            <Menu.Item key={id} leftSection={leftSection} onClick={select}>
              {label}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={scheme} onChange={(value) => choose(value as MantineColorScheme)}>
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
