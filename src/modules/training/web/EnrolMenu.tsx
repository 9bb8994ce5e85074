import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useRef } from 'react';
import type { ShowDialog } from './dialogs.ts';
import { peopleCount } from './words.ts';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type EnrolMenuProps = {
  /** People of the team who are not trained yet. */ others: number;
  onDialog: ShowDialog;
};

export function EnrolMenu({ others, onDialog }: EnrolMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button
          ref={button}
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          Enroll people
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconForms {...icon} />}
          onClick={() => onDialog({ kind: 'add' }, button.current)}
        >
          Type or paste names
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet {...icon} />}
          onClick={() => onDialog({ kind: 'upload' }, button.current)}
        >
          Upload a list
          <span className="block text-small text-dimmed">CSV or Excel, up to 10,000 people</span>
        </Menu.Item>
        {others > 0 && (
          <Menu.Item
            leftSection={<IconUsers {...icon} />}
            onClick={() => onDialog({ kind: 'team' }, button.current)}
          >
            Choose from your team
            <span className="block text-small text-dimmed">{peopleCount(others)} not trained yet</span>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
