import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { useId, useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import type { Play } from '../usePlay.ts';
import player from '../Player.module.css';
import blocks from './Blocks.module.css';
import classes from './Checklist.module.css';
import { ExerciseFrame } from './ExerciseFrame.tsx';

type View = Extract<ExerciseView, { type: 'checklist' }>;
type Item = View['variants'][number]['items'][number];

function Setting({ item, onSet }: { item: Item; onSet: (on: boolean) => Promise<unknown> }) {
  const id = useId();
  // a switch moves at once, and goes back where that was not kept
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = wanted ?? item.on;
  const set = async (on: boolean) => {
    setWanted(on);
    await onSet(on);
    setWanted(null);
  };
  return (
    <li className={classes.setting}>
      <div className={`${classes.row} min-h-16 grid items-center gap-4 px-4 py-3`}>
        <span>
          <label className={`${classes.label} cursor-pointer block leading-5.5 font-medium`} htmlFor={id}>
            {item.label}
          </label>
          <span className="text-body leading-5 text-dimmed" id={`${id}-where`}>
            {item.where}
          </span>
        </span>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className={`${classes.switch} cursor-pointer relative bg-card`}
          checked={isOn}
          aria-checked={isOn}
          aria-describedby={`${id}-where ${id}-why`}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
      </div>
      <p
        id={`${id}-why`}
        className={`${classes.why} ${player.note} leading-5.5 text-success text-pretty`}
        aria-live="polite"
      >
        {isOn ? item.why : ''}
      </p>
    </li>
  );
}

/** Settings to switch on, in a picture of the place where they are found; one kind of device is enough. */
export function Checklist({ exercise, play }: { exercise: View; play: Play }) {
  const { id, variants } = exercise;
  const most = [...variants].sort(
    (a, b) => b.items.filter(({ on }) => on).length - a.items.filter(({ on }) => on).length,
  )[0]!;
  const [picked, setPicked] = useState(most.id);
  const variant = variants.find((one) => one.id === picked) ?? variants[0]!;
  const on = variant.items.filter((item) => item.on).length;
  const name = useId();
  const isPhone = /phone|tablet|android|ios/i.test(variant.label);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <ExerciseFrame exercise={exercise} state={`${on} of ${variant.items.length} set`}>
      {variants.length > 1 && (
        <fieldset className={`${classes.variants} flex flex-wrap gap-2`}>
          <legend className={blocks.small}>Which one do you use?</legend>
          {variants.map((one) => (
            <label
              key={one.id}
              className={`${classes.variant} min-h-10 cursor-pointer row gap-2 ${player.note} leading-5.5 rounded-full`}
            >
              <input
                type="radio"
                name={name}
                checked={one.id === variant.id}
                onChange={() => setPicked(one.id)}
              />
              {one.label}
            </label>
          ))}
        </fieldset>
      )}
      <div className={`${classes.window} border rounded overflow-hidden`} data-phone={isPhone || undefined}>
        <p className={`min-h-10 row gap-2 text-body leading-5 text-dimmed border-b bg-hover px-4 py-2`}>
          <Icon size={18} stroke={1.75} aria-hidden /> {variant.label}
        </p>
        <ul aria-label={variant.label}>
          {variant.items.map((item) => (
            <Setting
              key={`${variant.id} ${item.id}`}
              item={item}
              onSet={(value) =>
                play.act({ kind: 'set', exercise: id, variant: variant.id, item: item.id, on: value })
              }
            />
          ))}
        </ul>
      </div>
    </ExerciseFrame>
  );
}
