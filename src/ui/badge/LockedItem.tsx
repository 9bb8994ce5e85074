import { Popover } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useId, useState } from 'react';
import { Link } from '../text/Link.tsx';
import classes from '../frame/SideMenu.module.css';
import { ItemContent, type ItemProps } from '../frame/SideMenu.tsx';

/** Hovering shows why it is locked; pressing also moves the focus to the way out. */
export function LockedItem({ item, sub, onNavigate }: ItemProps) {
  const [opened, setOpened] = useState<'hovered' | 'pressed' | false>(false);
  const leave = useTimeout(() => setOpened((how) => (how === 'hovered' ? false : how)), 200);
  const id = useId();
  if (!item.locked) return null;
  return (
    <Popover
      opened={opened !== false}
      onChange={() => setOpened(false)}
      position={onNavigate ? 'bottom-start' : 'right'}
      floatingStrategy="fixed"
      withArrow
      offset={4}
      trapFocus={opened === 'pressed'}
      returnFocus={opened === 'pressed'}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.item}
          data-sub={sub || undefined}
          data-locked
          aria-describedby={id}
          onClick={() => setOpened('pressed')}
          onMouseEnter={() => {
            leave.clear();
            setOpened((how) => how || 'hovered');
          }}
          onMouseLeave={() => leave.start()}
        >
          <ItemContent item={item} />
          <span id={id} hidden>
            {item.locked.text}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        px="md"
        aria-label={item.label}
        onMouseEnter={leave.clear}
        onMouseLeave={() => leave.start()}
      >
        <Link
          href={item.locked.href}
          className={`${classes.unlock} min-h-8 inline-row font-medium`}
          onClick={() => {
            setOpened(false);
            onNavigate?.();
          }}
        >
          {item.locked.text}
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}
