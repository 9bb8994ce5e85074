import { Anchor, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { RatingRuler } from '#ui/chart/RatingRuler.tsx';
import { bandOf, bands, type RatingsData } from '../entities.ts';
import { ratingsPaths } from '../paths.ts';
import classes from './Ratings.module.css';
import { usePlan } from './queries.ts';
import { fixable, whoWord, type NamedFinding } from './standing.ts';

const shownAtFirst = 6;
const points = (gain: number) => (gain > 0 ? `+${gain} points` : 'no points by itself');

/** Tick fixes and see the rating that they would bring. */
export function Planner({ data }: { data: RatingsData }) {
  const fixes = fixable(data);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [all, setAll] = useState(false);
  // what was fixed in the meantime is no longer asked about
  const chosen = ticked.filter((key) => fixes.some((fix) => fix.key === key));
  const plan = usePlan(chosen, fixes.length > 0);
  const rating = data.ratings[0]?.rating;
  if (rating === undefined) return null;
  if (fixes.length === 0)
    return (
      <Panel title="Plan your next fixes">
        <p className="mt-5 measure-72">Nothing seen from outside needs a fix. Well done.</p>
      </Panel>
    );
  const toggle = (key: string, on: boolean) =>
    setTicked(on ? [...chosen, key] : chosen.filter((other) => other !== key));
  const projected = plan.data?.projected ?? rating;
  const minutes = fixes.filter(({ key }) => chosen.includes(key)).reduce((sum, fix) => sum + fix.minutes, 0);
  const shown = all ? fixes : fixes.slice(0, shownAtFirst);
  return (
    <Panel
      title="Plan your next fixes"
      description="Tick what you would fix, and see the rating you would get."
    >
      <RatingRuler
        bands={bands}
        marks={[
          { label: 'Today', value: rating, kind: 'own' },
          ...(projected === rating
            ? []
            : [{ label: 'With these fixes', value: projected, kind: 'planned' as const }]),
        ]}
      />
      <p className="mt-5 measure-72" aria-live="polite">
        {chosen.length === 0
          ? 'Nothing ticked yet.'
          : plan.isError
            ? 'The plan could not be calculated. Tick something again to try once more.'
            : `${chosen.length} ticked: ${projected === rating ? 'the rating stays as it is' : `about ${projected}, ${bandOf(projected).label}`}. About ${minutes} minutes of work to begin with. ${plan.data?.capReason ?? ''}`}
      </p>
      <ul className="grid mt-4">
        {shown.map((fix) => (
          <Fix
            key={fix.key}
            fix={fix}
            ticked={chosen.includes(fix.key)}
            gain={plan.data?.gains[fix.key] ?? fix.gain ?? 0}
            onTick={(on) => toggle(fix.key, on)}
          />
        ))}
      </ul>
      <div className={classes.row}>
        {fixes.length > shownAtFirst && (
          <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : `Show all ${fixes.length}`}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button variant="subtle" size="xs" onClick={() => setTicked([])}>
            Untick all
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Fix({
  fix,
  ticked,
  gain,
  onTick,
}: {
  fix: NamedFinding;
  ticked: boolean;
  gain: number;
  onTick: (on: boolean) => void;
}) {
  const who = [...new Set(fix.remedy.map((step) => whoWord[step.who]))].slice(0, 2).join(', ');
  return (
    <li className={`${classes.fix} flex items-start justify-between gap-2 gap-x-6 border-b`}>
      <Checkbox
        checked={ticked}
        onChange={(event) => onTick(event.currentTarget.checked)}
        label={fix.title}
        description={`${fix.asset}${who ? `. ${who}` : ''}`}
      />
      <span className={`${classes.fixFacts} grid flex-none text-small`}>
        <span className="font-semibold tabular-nums">{ticked ? 'ticked' : points(gain)}</span>
        <Anchor component={Link} href={ratingsPaths.risk(fix.vector)} inherit>
          {fix.vectorName}
        </Anchor>
      </span>
    </li>
  );
}
