import { Menu, type MantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useColorSchemeChoice } from '../theme/colorScheme.ts';
import { Link } from '../text/Link.tsx';
import { UserButton, type UserMenuProps } from './UserMenu.tsx';

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The popup of the user's corner, which opens as it comes: the given items, and the light or dark switch. */
export function UserMenuPopup({ user, items, onNavigate }: UserMenuProps) {
  const { scheme, choose } = useColorSchemeChoice();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // it took the place of a button that had the focus, and gives it back to this one when it closes
    button.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu position="top-start" width={226} offset={8} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UserButton ref={button} user={user} />
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
              <Menu.Item
                key={id}
                component="a"
                href={href}
                target="_blank"
                rel="noreferrer"
                leftSection={leftSection}
                onClick={select}
              >
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
