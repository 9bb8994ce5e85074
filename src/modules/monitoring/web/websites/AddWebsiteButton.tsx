import { Anchor, Button, Popover } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useId, useRef, useState, type FocusEvent } from 'react';
import { planPath } from '#modules/plans/paths.ts';
import { supportAddress } from '#platform/web/boot.ts';
import { Link } from '#ui/text/Link.tsx';
import classes from './AddWebsiteButton.module.css';

export type WebsiteLimit = { maximumAllowed: number; remaining: number; isHighestPlan: boolean };
type AddWebsiteButtonProps = { label: string; limit: WebsiteLimit; onAdd: (button: HTMLElement) => void };

const icon = <IconPlus size={18} stroke={1.75} aria-hidden />;

/** Adds a website; where the plan's number is reached, says so instead and how to get more (modules.md 2). */
export function AddWebsiteButton({ label, limit, onAdd }: AddWebsiteButtonProps) {
  if (limit.remaining <= 0) return <LimitReached label={label} limit={limit} />;
  return (
    <Button leftSection={icon} onClick={(event) => onAdd(event.currentTarget)}>
      {label}
    </Button>
  );
}

// stays long enough to move the pointer from the button into the message
const lingerMs = 160;

function LimitReached({ label, limit }: Omit<AddWebsiteButtonProps, 'onAdd'>) {
  const [opened, setOpened] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const dismissed = useRef(false);
  const id = useId();
  const open = () => {
    clearTimeout(leaving.current);
    if (!dismissed.current) setOpened(true);
  };
  const dismiss = () => {
    // the focus goes back to the button, which must not open the message again
    dismissed.current = true;
    setOpened(false);
    button.current?.focus();
    dismissed.current = false;
  };
  const leave = () => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => setOpened(false), lingerMs);
  };
  const blur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpened(false);
  };
  return (
    // the message stands beside the button in the page, so that Tab goes from one into the other
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="relative"
      onMouseEnter={open}
      onMouseLeave={leave}
      onFocus={open}
      onBlur={blur}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && opened) dismiss();
      }}
    >
      <Popover
        opened={opened}
        onChange={setOpened}
        width={320}
        position="bottom-end"
        withinPortal={false}
        withRoles={false}
        hideDetached={false}
      >
        <Popover.Target>
          <Button
            ref={button}
            leftSection={icon}
            data-disabled
            aria-disabled="true"
            aria-describedby={id}
            onClick={(event) => event.preventDefault()}
          >
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={`${classes.message} grid gap-3 text-start`}>
          <LimitMessage limit={limit} />
        </Popover.Dropdown>
      </Popover>
      <span id={id} hidden>
        {limitSentence(limit)}
      </span>
    </div>
  );
}

const limitSentence = ({ maximumAllowed }: WebsiteLimit) =>
  `You've reached the maximum of ${maximumAllowed} website(s).`;

function LimitMessage({ limit }: { limit: WebsiteLimit }) {
  if (limit.isHighestPlan)
    return (
      <p>
        {limitSentence(limit)} To add more, contact support at{' '}
        <Anchor href={`mailto:${supportAddress()}`}>{supportAddress()}</Anchor>.
      </p>
    );
  return (
    <>
      <p>{limitSentence(limit)} A larger plan covers more of them.</p>
      <Button component={Link} href={planPath} fullWidth>
        Upgrade Your Plan
      </Button>
    </>
  );
}
