import { Anchor, Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { usePortal } from '#platform/web/boot.ts';
import { shownDay } from '#platform/dates.ts';
import { GradeBadge } from '#ui/badge/GradeBadge.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { RatingRuler, type RulerMark } from '#ui/chart/RatingRuler.tsx';
import { bandOf, bands, type RatingsData } from '../entities.ts';
import { ratingsPaths } from '../paths.ts';
import { Assets } from './Assets.tsx';
import { ChangeList } from './ChangeList.tsx';
import { useSnapshot } from './changes.ts';
import { OwnershipNotice } from './OwnershipNotice.tsx';
import { Planner } from './Planner.tsx';
import classes from './Ratings.module.css';
import type { ShowDialog } from './RatingsDialogs.tsx';
import { fixable, measuredOf, vectorsOf } from './standing.ts';

type OverviewProps = { data: RatingsData; url: string; onDialog: ShowDialog };

/** modules.md 2: categories with grades, the company against its industry, the snapshot, footnotes. */
export function Overview({ data, url, onDialog }: OverviewProps) {
  return (
    <>
      <Standing data={data} url={url} />
      <OwnershipNotice data={data} onDialog={onDialog} />
      <Categories data={data} />
      {data.canPlan && <Planner data={data} />}
      <ChangeList changes={data.changes} />
      <Assets data={data} onDialog={onDialog} />
      <Footnotes data={data} />
    </>
  );
}

const basisWord = {
  customers: 'the companies in your industry that are rated here',
  reference: 'a reference of your industry',
  agency: 'your industry',
} as const;

function Standing({ data, url }: { data: RatingsData; url: string }) {
  const snapshot = useSnapshot();
  const rating = data.ratings[0]?.rating;
  const { measured, all } = measuredOf(data);
  if (rating === undefined) return null;
  const industry = data.industry_grade;
  const marks: RulerMark[] = [
    { label: 'Your company', value: rating, kind: 'own' },
    ...(industry ? [{ label: 'Industry', value: industry.average_rating, kind: 'other' as const }] : []),
  ];
  const apart = industry ? rating - industry.average_rating : 0;
  return (
    <Panel
      title={
        <>
          {rating} <span className="font-medium text-dimmed">{bandOf(rating).label}</span>
        </>
      }
      description={`${data.domain}, measured ${shownDay(data.measuredAt)}. Source: ${data.source.label}.`}
      actions={
        <Button
          loading={snapshot.isPending}
          onClick={() => snapshot.mutate({ url, name: `${data.domain} snapshot.pdf` })}
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        >
          Get Your Free Snapshot
        </Button>
      }
    >
      <RatingRuler bands={bands} marks={marks} />
      <p className="mt-5 measure-72">
        {industry &&
          (apart === 0
            ? `As high as ${basisWord[industry.basis]}. `
            : `${Math.abs(apart)} points ${apart > 0 ? 'above' : 'below'} ${basisWord[industry.basis]}. `)}
        {data.capReason && `${data.capReason} `}
        {`Based on ${measured} of ${all} risk vectors. Vectors we could not measure are left out.`}
      </p>
    </Panel>
  );
}

function Categories({ data }: { data: RatingsData }) {
  const vectors = vectorsOf(data);
  const open = fixable(data);
  return (
    <ul className={`${classes.categories} grid gap-6`} aria-label="Risk categories">
      {data.categories
        .toSorted((a, b) => a.order - b.order)
        .map((category) => {
          const own = vectors.filter((vector) => vector.category === category.name);
          const toFix = open.filter(({ vector }) => own.some(({ id }) => id === vector)).length;
          const graded = own.filter(({ grade }) => grade !== 'N/A').length;
          return (
            <li key={category.name}>
              <Link
                className={`${classes.category} h-full card grid gap-2 no-underline p-5`}
                href={ratingsPaths.risk(own[0]?.id ?? '')}
              >
                <span className={`${classes.categoryHead} row gap-3`}>
                  <GradeBadge grade={category.grade} size="large" label={`${category.name}: grade`} />
                  <span className={`${classes.categoryName} text-reading font-semibold`}>
                    {category.name}
                  </span>
                </span>
                <span className="text-small text-dimmed">
                  {graded === 0 ? 'Not measured' : toFix === 0 ? 'Nothing to fix' : `${toFix} to fix`}
                  {category.weight !== null && category.weight > 0 && `, ${category.weight}% of the rating`}
                </span>
                <span className="text-small text-dimmed">
                  {graded} of {own.length} measured
                </span>
              </Link>
            </li>
          );
        })}
    </ul>
  );
}

function Footnotes({ data }: { data: RatingsData }) {
  const { helpCenter } = usePortal().brand;
  return (
    <footer className={`${classes.footnotes} grid gap-2 text-small text-dimmed`}>
      {data.source.id === 'estimate' && (
        <p>
          The rating is our own estimate from what can be seen from outside, on the scale from 250 to 900 that
          the field uses. It is not the verdict of a rating agency, and another company may arrive at a
          different number.
        </p>
      )}
      {data.industry_grade?.basis === 'reference' && (
        <p>
          Your industry average is a published reference from another scale. It is replaced as soon as five
          companies in your industry are rated here.
        </p>
      )}
      <p>
        Records older than 60 days do not affect the rating. The effect of a breach halves every 120 days.{' '}
        <Anchor href={helpCenter} target="_blank" rel="noreferrer" inherit>
          Learn more about ratings
        </Anchor>
      </p>
    </footer>
  );
}
