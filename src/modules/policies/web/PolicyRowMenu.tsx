import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef } from 'react';
import { Link } from '#ui/text/Link.tsx';
import type { PolicySummary } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import { policyPdf } from './downloads.ts';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type PolicyRowMenuProps = {
  policy: PolicySummary;
  onDelete: (policy: PolicySummary, from: HTMLElement | null) => void;
};

/** What one can do with a line of the list. */
export function PolicyRowMenu({ policy, onDelete }: PolicyRowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const address = policiesPaths.version(policy.id, policy.version);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={`Actions: ${policy.name}, version ${policy.version}`}>
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={address} leftSection={<IconFileText {...icon} />}>
          Open
        </Menu.Item>
        <Menu.Item component={Link} href={`${address}?show=history`} leftSection={<IconHistory {...icon} />}>
          History
        </Menu.Item>
        <Menu.Item
          component="a"
          href={policyPdf(policy)}
          target="_blank"
          rel="noopener"
          leftSection={<IconDownload {...icon} />}
        >
          Download PDF
        </Menu.Item>
        {policy.status === 'Draft' && (
          <>
            <Menu.Divider />
            <Menu.Item
              className="danger-action"
              leftSection={<IconTrash {...icon} />}
              onClick={() => onDelete(policy, button.current)}
            >
              Delete draft
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
