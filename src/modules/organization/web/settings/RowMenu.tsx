import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import type { ReactNode } from 'react';

export type RowAction = {
  id: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  onSelect: (from: HTMLElement | null) => void;
};

/** What one can do with a row. */
export function RowMenu({ id, label, actions }: { id: string; label: string; actions: RowAction[] }) {
  const from = () => document.getElementById(id);
  return (
    // fixed, or the table that scrolls sideways would cut it off
    <Menu position="bottom-end" floatingStrategy="fixed">
      <Menu.Target>
        <ActionIcon id={id} aria-label={label}>
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.id}
            leftSection={action.icon}
            className={action.danger ? 'danger-action' : undefined}
            onClick={() => action.onSelect(from())}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
