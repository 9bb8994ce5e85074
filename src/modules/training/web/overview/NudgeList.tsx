import { ActionIcon, Tooltip } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import { dayWords } from '#platform/days.ts';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Trainee, TraineeCourse } from '../../entities.ts';
import { trainingPaths } from '../../paths.ts';
import { useRemind } from '../changes.ts';
import type { ShowDialog } from '../dialogs.ts';
import { messageOf } from '../messages.ts';
import type { Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, nameOf, number } from '../words.ts';
import classes from './Overview.module.css';

function Person({ person, courses }: { person: Trainee; courses: readonly TraineeCourse[] }) {
  const remind = useRemind();
  const late = courses.filter(({ isOverdue }) => isOverdue).length;
  return (
    <li className={`${classes.nudge} row gap-2`}>
      <div className="grid flex-auto min-w-0">
        <Link
          className="justify-self-start font-medium text-plain wrap-anywhere hover-underline"
          href={trainingPaths.trainee(person.id)}
        >
          <bdi>{nameOf(person)}</bdi>
        </Link>
        <span className={shared.quiet}>
          {counted(late, 'course')} late{person.nextDue && `, since ${dayWords(person.nextDue)}`}
        </span>
      </div>
      <Tooltip label="Send a reminder">
        <ActionIcon
          aria-label={`Remind ${nameOf(person)}`}
          loading={remind.isPending}
          onClick={() => remind.mutate({ trainees: [person.id] })}
        >
          <IconMailForward size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

export function NudgeList({ overdue }: { overdue: UseQueryResult<Loaded>; onDialog: ShowDialog }) {
  const { data } = overdue;
  return (
    <Panel title="Who needs a nudge" description="Late for the longest time first.">
      {data ? (
        data.total === 0 ? (
          <p className="row gap-2 font-medium text-success">
            <IconCircleCheck size={20} stroke={1.5} aria-hidden />
            No one is late. Well done.
          </p>
        ) : (
          <>
            <ul className={classes.nudges}>
              {data.trainees.map((person) => (
                <Person key={person.id} person={person} courses={data.courseMap[person.id] ?? []} />
              ))}
            </ul>
            {data.total > data.trainees.length && (
              <Link
                className="inline-row min-h-10 justify-self-start font-medium text-accent wrap-anywhere hover-underline"
                href={`${trainingPaths.tab('trainees')}?standing=overdue&sort=nextDue`}
              >
                See all {number(data.total)}
              </Link>
            )}
          </>
        )
      ) : overdue.isPending ? (
        <SkeletonPanel bare lines={5} height={240} label="Loading who is late" />
      ) : (
        <p className={shared.quiet}>{messageOf(overdue.error)}</p>
      )}
    </Panel>
  );
}
