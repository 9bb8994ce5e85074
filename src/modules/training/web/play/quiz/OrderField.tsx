import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useRef, useState, type KeyboardEvent } from 'react';
import player from '../Player.module.css';
import type { FieldProps } from './OptionFields.tsx';
import classes from './Quiz.module.css';

/** Steps to bring into order: each has a button up and one down, and takes the arrow keys. */
export function OrderField({ question: { options }, label, picked, onPick }: FieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const textOf = (id: string) => options.find((one) => one.id === id)?.text ?? '';
  const move = (id: string, by: -1 | 1) => {
    const from = picked.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= picked.length) return;
    const next = picked.filter((one) => one !== id);
    next.splice(to, 0, id);
    onPick(next);
    setAnnouncement(`${textOf(id)}: place ${to + 1} of ${picked.length}`);
    // the row went elsewhere, the finger stays on its button
    requestAnimationFrame(() => {
      const row = list.current?.children[to];
      const wanted = row?.querySelector<HTMLButtonElement>(`[data-by='${by}']`);
      (wanted?.disabled ? row?.querySelector<HTMLButtonElement>('button:not(:disabled)') : wanted)?.focus();
    });
  };
  const keyed = (event: KeyboardEvent, id: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    move(id, by);
  };
  return (
    <fieldset className="stack gap-2.5">
      <legend className={classes.legend}>{label}</legend>
      <ol ref={list} className="grid gap-2">
        {picked.map((id, i) => (
          <li
            key={id}
            className={`${classes.orderItem} ${player.story} min-h-14 grid items-center gap-3 wrap-anywhere rounded bg-card`}
          >
            <span className="font-semibold text-accent tabular-nums" aria-hidden>
              {i + 1}
            </span>
            <span>{textOf(id)}</span>
            <span className={`${classes.moves} flex`}>
              <ActionIcon
                data-by="-1"
                disabled={i === 0}
                aria-label={`Move up: ${textOf(id)}`}
                onKeyDown={(event) => keyed(event, id)}
                onClick={() => move(id, -1)}
              >
                <IconArrowUp size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon
                data-by="1"
                disabled={i === picked.length - 1}
                aria-label={`Move down: ${textOf(id)}`}
                onKeyDown={(event) => keyed(event, id)}
                onClick={() => move(id, 1)}
              >
                <IconArrowDown size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  );
}
