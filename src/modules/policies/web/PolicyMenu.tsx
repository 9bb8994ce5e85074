import { ActionIcon, Menu } from '@mantine/core';
import IconArrowUpCircle from '@tabler/icons-react/dist/esm/icons/IconArrowUpCircle.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconMessageCircleQuestion from '@tabler/icons-react/dist/esm/icons/IconMessageCircleQuestion.mjs';
import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef } from 'react';
import { askExpert } from '#modules/plans/web/public.ts';
import { Link } from '#ui/text/Link.tsx';
import type { Policy } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import { policyPdf } from './downloads.ts';

type Pick = (from: HTMLElement | null) => void;
type PolicyMenuProps = {
  policy: Policy;
  /** Unsaved changes are not in the file. */
  dirty?: boolean;
  onNotify?: Pick;
  onApproveAgain?: Pick;
  onNewTemplate?: Pick;
  onDelete?: Pick;
};

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Everything that can be done with a version beside its one main button. */
export function PolicyMenu({
  policy,
  dirty = false,
  onNotify,
  onApproveAgain,
  onNewTemplate,
  onDelete,
}: PolicyMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pick = (choose: Pick) => () => choose(button.current);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="More actions">
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onNotify && (
          <Menu.Item leftSection={<IconSend {...icon} />} onClick={pick(onNotify)}>
            Notify approver
          </Menu.Item>
        )}
        {onApproveAgain && (
          <Menu.Item leftSection={<IconRosetteDiscountCheck {...icon} />} onClick={pick(onApproveAgain)}>
            Approve again
          </Menu.Item>
        )}
        {onNewTemplate && (
          <Menu.Item leftSection={<IconArrowUpCircle {...icon} />} onClick={pick(onNewTemplate)}>
            Use newer template
          </Menu.Item>
        )}
        {policy.saved && (
          <>
            <Menu.Item
              component="a"
              href={policyPdf(policy)}
              target="_blank"
              rel="noopener"
              leftSection={<IconDownload {...icon} />}
            >
              Download PDF
              {dirty && <span className="block text-small">As it was last saved</span>}
            </Menu.Item>
            <Menu.Item
              component={Link}
              href={`${policiesPaths.version(policy.id, policy.version)}?show=history`}
              leftSection={<IconHistory {...icon} />}
            >
              History
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<IconMessageCircleQuestion {...icon} />}
          onClick={() =>
            askExpert({
              kind: 'policy',
              id: policy.id,
              title: policy.name,
              facts: [
                { label: 'Version', value: String(policy.version) },
                { label: 'Status', value: policy.status },
              ],
            })
          }
        >
          Ask an expert
        </Menu.Item>
        {onDelete && (
          <>
            <Menu.Divider />
            <Menu.Item
              className="danger-action"
              leftSection={<IconTrash {...icon} />}
              onClick={pick(onDelete)}
            >
              Delete draft
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
