import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { CSSProperties, ReactNode } from 'react';
import type { Picture as Drawing } from '../../../course.ts';
import { Picture } from '../Picture.tsx';
import blocks from './Blocks.module.css';
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
  /** Which one is open. */
  current: string | null;
  onPick: (id: string) => void;
  label: string;
  /** What the states say of a finished spot. */
  words?: Partial<typeof stateWords>;
};

/** A picture with numbered places, and the same places as a list. */
export function Spots({ picture, spots, current, onPick, label, words }: SpotsProps) {
  const said = { ...stateWords, ...words };
  return (
    <div className={classes.spots}>
      <Picture picture={picture}>
        {spots.map((spot, i) => (
          <button
            key={spot.id}
            type="button"
            className={classes.pin}
            style={{ '--x': `${spot.x}%`, '--y': `${spot.y}%` } as CSSProperties}
            data-state={spot.state}
            aria-pressed={spot.id === current}
            aria-label={`${i + 1}: ${spot.label}${said[spot.state]}`}
            onClick={() => onPick(spot.id)}
          >
            <span className={classes.dot}>
              <Mark state={spot.state} number={i + 1} />
            </span>
          </button>
        ))}
      </Picture>
      <ol className={classes.list} aria-label={label}>
        {spots.map((spot, i) => (
          <li key={spot.id}>
            <button
              type="button"
              className={classes.entry}
              data-state={spot.state}
              aria-pressed={spot.id === current}
              onClick={() => onPick(spot.id)}
            >
              <span className={classes.number} aria-hidden>
                <Mark state={spot.state} number={i + 1} />
              </span>
              {spot.label}
              {said[spot.state] && <span className={blocks.hidden}>{said[spot.state].trim()}</span>}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
