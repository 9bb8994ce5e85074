import { ActionIcon, Menu } from '@mantine/core';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef } from 'react';
import { Link } from '#ui/text/Link.tsx';
import type { Chosen, ShowDialog, TrainingDialog } from '../dialogs.ts';
import { nameOf } from '../words.ts';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type TraineeMenuProps = Chosen & {
  /** Where their own page is; left out on it. */
  href?: string;
  onDialog: ShowDialog;
  onDeleted?: () => void;
};

export function TraineeMenu({ trainee, courses, href, onDialog, onDeleted }: TraineeMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const show = (dialog: TrainingDialog) => () => onDialog(dialog, button.current);
  const archived = trainee.archivedAt !== null;
  const hasDue = trainee.standing === 'overdue' || trainee.standing === 'open';
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={`Actions for ${nameOf(trainee)}`}>
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {href && (
          <Menu.Item component={Link} href={href} leftSection={<IconListDetails {...icon} />}>
            Open
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={show({ kind: 'edit', person: trainee })}>
          Edit details
        </Menu.Item>
        <Menu.Item
          leftSection={<IconListCheck {...icon} />}
          onClick={show({ kind: 'courses', people: [{ trainee, courses }] })}
        >
          Edit courses
        </Menu.Item>
        {!archived && (
          <>
            {hasDue && (
              <Menu.Item
                leftSection={<IconMailForward {...icon} />}
                onClick={show({ kind: 'remind', people: [trainee] })}
              >
                Send reminder
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconLink {...icon} />}
              onClick={show({ kind: 'newLink', person: trainee })}
            >
              Send new link
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        {archived ? (
          <Menu.Item
            leftSection={<IconArchiveOff {...icon} />}
            onClick={show({ kind: 'restore', people: [trainee] })}
          >
            Bring back
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconArchive {...icon} />}
            onClick={show({ kind: 'archive', people: [trainee] })}
          >
            Archive
          </Menu.Item>
        )}
        <Menu.Item
          className="danger-action"
          leftSection={<IconTrash {...icon} />}
          onClick={show({ kind: 'delete', person: trainee, ...(onDeleted ? { onDone: onDeleted } : {}) })}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
