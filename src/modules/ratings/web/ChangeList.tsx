import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';
import { useState } from 'react';
import { Anchor, Button } from '@mantine/core';
import { dayWords } from '#platform/days.ts';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { RatingChange } from '../entities.ts';
import { ratingsPaths } from '../paths.ts';
import classes from './Ratings.module.css';

const shownAtFirst = 3;

function Direction({ change }: { change: RatingChange }) {
  const Icon =
    change.to > change.from
      ? IconArrowUpRight
      : change.to < change.from
        ? IconArrowDownRight
        : IconArrowRight;
  return <Icon size={20} stroke={1.5} aria-hidden />;
}

/** Why the rating moved, in words. */
export function ChangeList({ changes }: { changes: readonly RatingChange[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.slice(0, shownAtFirst);
  return (
    <Panel title="Why your rating moved" description="What changed between one measurement and the next.">
      {changes.length === 0 ? (
        <p className="mt-5 measure-72">It has not moved yet. When it does, the reason appears here.</p>
      ) : (
        <ol className={`${classes.changes} grid`}>
          {shown.map((change) => (
            <li key={`${change.date} ${change.from} ${change.to}`}>
              <Direction change={change} />
              <div>
                <p className={`${classes.changeHead} font-semibold tabular-nums`}>
                  {change.from === change.to ? `${change.to}, as before` : `${change.from} to ${change.to}`}{' '}
                  <span>{dayWords(change.date)}</span>
                </p>
                <ul>
                  {change.reasons.map(({ text, vector }) => (
                    <li key={text}>
                      {vector ? (
                        <Anchor component={Link} href={ratingsPaths.risk(vector)} inherit>
                          {text}
                        </Anchor>
                      ) : (
                        text
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ol>
      )}
      {changes.length > shownAtFirst && (
        <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : `Show all ${changes.length}`}
        </Button>
      )}
    </Panel>
  );
}
