import { Button, Menu } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconCalendarRepeat from '@tabler/icons-react/dist/esm/icons/IconCalendarRepeat.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef } from 'react';

export type WebsiteAction = 'start' | 'rename' | 'schedule' | 'settings' | 'proof' | 'remove' | 'cancel';

type WebsiteMenuProps = {
  running: boolean;
  hasSchedule: boolean;
  busy: boolean;
  /** False for a website beyond the plan's number. */
  mayScan: boolean;
  /** False where the website's owner is nobody's concern: its scanner or its operator asks for no proof. */
  asksForProof: boolean;
  /** @param from what a dialog gives the focus back to */
  onPick: (action: WebsiteAction, from: HTMLElement | null) => void;
  /** A dialog may be asked for in a moment. */
  onOpen: () => void;
};

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done with a website; while it is scanned, that is only to stop it (modules.md 2, 4). */
export function WebsiteMenu({
  running,
  hasSchedule,
  busy,
  mayScan,
  asksForProof,
  onPick,
  onOpen,
}: WebsiteMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pick = (action: WebsiteAction) => () => onPick(action, button.current);
  return (
    <Menu onOpen={onOpen}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          loading={busy}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {running ? (
          <Menu.Item leftSection={<IconPlayerStop {...icon} />} onClick={pick('cancel')}>
            Cancel currently running scan
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconPlayerPlay {...icon} />} disabled={!mayScan} onClick={pick('start')}>
              Scan now
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={pick('rename')}>
              Edit Website Name
            </Menu.Item>
            <Menu.Item leftSection={<IconCalendarRepeat {...icon} />} onClick={pick('schedule')}>
              {hasSchedule ? 'Edit Scan Schedule' : 'Schedule Scans'}
            </Menu.Item>
            <Menu.Item leftSection={<IconAdjustmentsHorizontal {...icon} />} onClick={pick('settings')}>
              Scan Settings
            </Menu.Item>
            {asksForProof && (
              <Menu.Item leftSection={<IconShieldCheck {...icon} />} onClick={pick('proof')}>
                Proof of Ownership
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconTrash {...icon} />}
              className="danger-action"
              onClick={pick('remove')}
            >
              Remove Website
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
