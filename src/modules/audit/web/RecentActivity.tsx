import { Button } from '@mantine/core';
import { shownTime } from '#platform/dates.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { activityPath } from '../paths.ts';
import classes from './Activity.module.css';
import { messageOf } from './messages.ts';
import { useRecent } from './queries.ts';
import { whoText } from './whoText.ts';

/** The last things that were done, at the foot of Organization Details. */
export function RecentActivity() {
  const recent = useRecent(5);
  if (recent.isPending) return <SkeletonPanel lines={5} height={340} label="Loading activity" />;
  return (
    <Panel
      title="Recent activity"
      description="Who changed what in your organization."
      actions={
        <Button variant="default" component={Link} href={activityPath}>
          See all activity
        </Button>
      }
    >
      {recent.isError ? (
        <ErrorState
          level={3}
          title="The activity could not be loaded"
          retrying={recent.isFetching}
          onRetry={() => void recent.refetch()}
        >
          {messageOf(recent.error)}
        </ErrorState>
      ) : (
        <ol className={classes.recent}>
          {recent.data.map((entry) => (
            <li
              key={entry.id}
              className={`${classes.recentEntry} flex flex-wrap justify-between gap-0.5 gap-x-6 border-b`}
            >
              <span className="font-medium wrap-anywhere">{entry.what}</span>
              <span className="text-dimmed wrap-anywhere">
                {whoText(entry.who)} · <time dateTime={entry.at}>{shownTime(entry.at)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
