import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { CSSProperties, ReactNode } from 'react';
import type { Picture as Drawing } from '../../../course.ts';
import { Picture } from '../Picture.tsx';
import player from '../Player.module.css';
import classes from './Spots.module.css';

export type SpotView = { id: string; label: string; x: number; y: number; state: 'open' | 'risk' | 'fine' };
const stateWords = { open: '', risk: ' (looked at: a risk)', fine: ' (looked at: fine)' };

const Mark = ({ state, number }: { state: SpotView['state']; number: number }): ReactNode => {
  if (state === 'open') return number;
  const Icon = state === 'risk' ? IconAlertTriangle : IconCheck;
  return <Icon size={17} stroke={2.25} aria-hidden />;
};

type SpotsProps = {
  picture: Drawing;
  spots: readonly SpotView[];
  current: string | null;
  onPick: (id: string) => void;
  label: string;
  /** What the states say of a finished spot. */
  words?: Partial<typeof stateWords>;
};

export function Spots({ picture, spots, current, onPick, label, words }: SpotsProps) {
  const stateLabels = { ...stateWords, ...words };
  return (
    <div className={`${classes.spots} stack gap-3`}>
      <Picture picture={picture}>
        {spots.map((spot, i) => (
          <button
            key={spot.id}
            type="button"
            className={`${classes.pin} absolute rounded-circle grid place-items-center`}
            style={{ '--x': `${spot.x}%`, '--y': `${spot.y}%` } as CSSProperties}
            data-state={spot.state}
            aria-pressed={spot.id === current}
            aria-label={`${i + 1}: ${spot.label}${stateLabels[spot.state]}`}
            onClick={() => onPick(spot.id)}
          >
            <span
              className={`${classes.dot} rounded-circle grid place-items-center text-body font-semibold tabular-nums`}
            >
              <Mark state={spot.state} number={i + 1} />
            </span>
          </button>
        ))}
      </Picture>
      <ol className={`${classes.list} grid gap-1 gap-x-2`} aria-label={label}>
        {spots.map((spot, i) => (
          <li key={spot.id}>
            <button
              type="button"
              className={`${classes.entry} grid items-center w-full gap-2.5 ${player.note} leading-5 wrap-anywhere text-start rounded`}
              data-state={spot.state}
              aria-pressed={spot.id === current}
              onClick={() => onPick(spot.id)}
            >
              <span
                className={`${classes.number} rounded-circle grid place-items-center text-body font-semibold tabular-nums`}
                aria-hidden
              >
                <Mark state={spot.state} number={i + 1} />
              </span>
              {spot.label}
              {stateLabels[spot.state] && (
                <span className="visually-hidden">{stateLabels[spot.state].trim()}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
