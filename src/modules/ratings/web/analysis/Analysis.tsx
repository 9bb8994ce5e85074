import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { GradeBadge } from '#ui/badge/GradeBadge.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { BetaBadge } from '#ui/badge/BetaBadge.tsx';
import { bands, type RatingsData } from '../../entities.ts';
import { ratingsPaths } from '../../paths.ts';
import type { ShowDialog } from '../RatingsDialogs.tsx';
import { vectorsOf, type NamedVector } from '../standing.ts';
import classes from './Analysis.module.css';
import { VectorSection } from './VectorSection.tsx';

const anchorOf = (vector: string) => `risk-${vector}`;

/** Brings a requested risk into view, once for each request, and gives it the focus. */
function useRequestedRisk(ready: boolean): string | null {
  const [query] = useSearchParams();
  const risk = query.get('risk');
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || !risk || done.current === risk) return;
    const section = document.getElementById(anchorOf(risk));
    if (!section) return;
    done.current = risk;
    section.scrollIntoView({ block: 'start' });
    section.focus({ preventScroll: true });
  }, [ready, risk]);
  return risk;
}

const bandText = {
  BASIC: 'Much of what attackers look for is visible. Start with what is marked bad.',
  INTERMEDIATE: 'The basics are there. A few fixes keep most automated attacks away.',
  ADVANCED: 'Little is visible that helps an attacker. Keep it that way.',
} as const;

/** modules.md 2: what the ratings mean, and every risk vector with its grade, what was seen and what to do. */
export function Analysis({ data, onDialog }: { data: RatingsData; onDialog: ShowDialog }) {
  const requested = useRequestedRisk(true);
  const vectors = vectorsOf(data);
  const groups = data.categories
    .toSorted((a, b) => a.order - b.order)
    .map((category) => ({ category, own: vectors.filter((vector) => vector.category === category.name) }))
    .filter(({ own }) => own.length > 0);
  return (
    <>
      <Panel title="How to read the rating">
        <p className="measure-72">
          The rating goes from 250 to 900; higher is better. It is based on risk vectors, each with a grade
          from A to F. What is not measured has no grade and does not count. Records older than 60 days do not
          affect the rating, and the effect of a breach halves every 120 days.
        </p>
        <ul className={`${classes.bands} mt-5 grid-cols-3 grid gap-6`}>
          {bands.map(({ id, label, from, to }) => (
            <li key={id}>
              <b>{label}</b>
              <span className={`${classes.range} text-small text-dimmed tabular-nums`}>
                {from} to {to}
              </span>
              <p>{bandText[id]}</p>
            </li>
          ))}
        </ul>
      </Panel>
      <div className={`${classes.columns} grid items-start gap-6`}>
        <Breakdown groups={groups} />
        <div className="grid gap-8">
          {groups.map(({ category, own }) => (
            <section key={category.name} className="grid gap-3" aria-label={category.name}>
              <h2 className={`${classes.groupTitle} row gap-3`}>
                <GradeBadge grade={category.grade} label={`${category.name}: grade`} /> {category.name}
              </h2>
              {own.map((vector) => (
                <VectorSection
                  key={vector.id}
                  vector={vector}
                  anchor={anchorOf(vector.id)}
                  data={data}
                  opened={requested === vector.id}
                  onDialog={onDialog}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

type Group = { category: RatingsData['categories'][number]; own: NamedVector[] };

/** All risk vectors by category, to go to any of them. */
function Breakdown({ groups }: { groups: Group[] }) {
  return (
    <nav className={`${classes.side} sticky card grid gap-4 p-4`} aria-label="Risk vectors">
      {groups.map(({ category, own }) => (
        <div key={category.name}>
          <p className={`${classes.sideTitle} mb-1 text-small font-medium text-dimmed`}>{category.name}</p>
          <ul>
            {own.map(({ id, name, grade, beta }) => (
              <li key={id}>
                <Link
                  href={ratingsPaths.risk(id)}
                  className={`${classes.sideLink} min-h-10 row justify-between gap-2 text-body no-underline rounded hover-bg`}
                >
                  <span>
                    {name} {beta && <BetaBadge />}
                  </span>
                  <GradeBadge grade={grade} label={`${name}: grade`} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
