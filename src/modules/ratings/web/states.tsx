import { Button } from '@mantine/core';
import { settingsPaths } from '#modules/organization/paths.ts';
import { DrawingRuler } from '#ui/drawings/DrawingRuler.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ProgressStrip } from '#ui/chart/ProgressStrip.tsx';
import { RatingRuler } from '#ui/chart/RatingRuler.tsx';
import { bands, sampleRating } from '../entities.ts';
import type { RatingsAnswer } from './queries.ts';
import classes from './Ratings.module.css';

/** modules.md 9: numbers of nobody, and marked so. */
export function Sample() {
  return (
    <figure className={`${classes.sample} rounded-card`}>
      <figcaption>Sample. These are not your numbers.</figcaption>
      <RatingRuler
        bands={bands}
        marks={[
          { label: 'A company', value: sampleRating.rating, kind: 'own' },
          { label: 'Industry average', value: sampleRating.industryAverage, kind: 'other' },
        ]}
      />
    </figure>
  );
}

/** The company never said where its website is. */
export function NoAddress() {
  return (
    <Panel>
      <EmptyState
        drawing={<DrawingRuler />}
        title="Where is your website?"
        action={
          <Button component={Link} href={settingsPaths.tab('organization')}>
            Enter website address
          </Button>
        }
      >
        Your rating is calculated from what anyone can see of your domain: its mail records, certificates,
        encryption and servers. It needs the website address of your company to begin.
      </EmptyState>
      <Sample />
    </Panel>
  );
}

type Progress = NonNullable<RatingsAnswer['progress']>;

/** The rating is being worked out: for the first time, or anew while the last one is shown. */
export function Measuring({
  progress,
  url,
  again = false,
}: {
  progress: Progress;
  url: string;
  again?: boolean;
}) {
  const strip = (
    <ProgressStrip
      label={again ? `Measuring ${url} again` : `Looking at ${url} from outside`}
      percent={progress.percent}
      activity={progress.activity}
    />
  );
  if (again) return <Panel size="small">{strip}</Panel>;
  return (
    <Panel
      title="Your first rating is on its way"
      description="It takes about a minute. You can leave this page; the work continues."
    >
      {strip}
      <Sample />
    </Panel>
  );
}

/** Too little can be seen of the domain for a rating, or it could not be measured. */
export function NothingFound({ url, error }: { url: string; error: string | null }) {
  return (
    <Panel>
      <EmptyState
        drawing={<DrawingRuler />}
        title={`There is no rating for ${url}`}
        action={
          <Button component={Link} href={settingsPaths.tab('organization')}>
            Check website address
          </Button>
        }
      >
        {error ? `${error}. ` : ''}
        Too little can be seen of this address from outside. Is it spelled the way your customers type it? A
        domain that was registered a few hours ago can take a day to be known everywhere.
      </EmptyState>
      <Sample />
    </Panel>
  );
}
