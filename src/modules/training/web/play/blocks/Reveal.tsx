import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useId, useState } from 'react';
import type { BlockView } from '../../../playEntities.ts';
import player from '../Player.module.css';
import classes from './Reveal.module.css';

function Card({ front, back }: { front: string; back: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={classes.card} data-open={isOpen || undefined}>
      <button
        type="button"
        className={`${classes.front} min-h-14 row justify-between w-full gap-4 ${player.story} leading-6 font-medium wrap-anywhere text-start hover-bg`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{front}</span>
        <IconPlus size={20} stroke={1.75} aria-hidden className={`${classes.sign} flex-none text-accent`} />
      </button>
      <div id={id} className={`${classes.back} measure-62 text-dimmed text-pretty`} hidden={!isOpen}>
        <p>{back}</p>
      </div>
    </li>
  );
}

export function Reveal({ block: { title, items } }: { block: Extract<BlockView, { type: 'reveal' }> }) {
  return (
    <div>
      {title && <h2 className="text-lead mb-3">{title}</h2>}
      <ul className="card overflow-hidden">
        {items.map((item) => (
          <Card key={item.front} {...item} />
        ))}
      </ul>
    </div>
  );
}
