import { Checkbox } from '@mantine/core';
import { shownDay, shownTime } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { EmailAddress } from '#ui/text/EmailAddress.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Link } from '#ui/text/Link.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { CatalogCourse, Trainee, TraineeCourse } from '../../entities.ts';
import { trainingPaths } from '../../paths.ts';
import type { ShowDialog } from '../dialogs.ts';
import { sortable } from '../filter.ts';
import type { TraineeFilter } from '../queries.ts';
import shared from '../Training.module.css';
import { courseLook, nameOf, standingLooks } from '../words.ts';
import { CourseSquares } from './CourseSquares.tsx';
import { TraineeMenu } from './TraineeMenu.tsx';
import classes from './Trainees.module.css';

export type Picked = {
  isPicked: (trainee: Trainee) => boolean;
  onPick: (trainee: Trainee, on: boolean) => void;
};

type Given = {
  catalog: Record<string, CatalogCourse>;
  coursesOf: (trainee: Trainee) => readonly TraineeCourse[];
  onDialog: ShowDialog;
  picked?: Picked | undefined;
  /** Of one course: its state stands in the place of everything. */
  course?: string | undefined;
};

const none = <span className={shared.quiet}>–</span>;
const day = (at: string | null) =>
  at === null ? (
    none
  ) : (
    <time className="whitespace-nowrap" dateTime={at} title={shownTime(at)}>
      {shownDay(at)}
    </time>
  );

function Name({ person, href, picked }: { person: Trainee; href: string; picked: Picked | undefined }) {
  const link = (
    <span className={`${classes.who} grid min-w-0`}>
      <Link
        className={`${classes.person} justify-self-start font-medium text-accent wrap-anywhere hover-underline`}
        href={href}
      >
        <bdi>{nameOf(person)}</bdi>
      </Link>
      <EmailAddress className="text-small leading-4.5 font-normal text-dimmed">{person.email}</EmailAddress>
    </span>
  );
  if (!picked) return link;
  return (
    <span className={`${classes.pick} row gap-3`}>
      <Checkbox
        aria-label={`Select ${nameOf(person)}`}
        checked={picked.isPicked(person)}
        onChange={(event) => picked.onPick(person, event.currentTarget.checked)}
      />
      {link}
    </span>
  );
}

const standingPill = ({ standing }: Trainee) => (
  <StatusPill tone={standingLooks[standing].tone}>{standingLooks[standing].label}</StatusPill>
);

const wholeColumns = ({ catalog, coursesOf }: Given): DataColumn<Trainee>[] => [
  {
    id: 'progress',
    header: 'Progress',
    sortBy: true,
    cell: (row) => (
      <span className={`${classes.progress} grid justify-items-start gap-1`}>
        <CourseSquares courses={coursesOf(row)} catalog={catalog} />
        <span className={`${classes.count} text-tiny text-dimmed tabular-nums`}>
          {row.finished} of {row.courses}
        </span>
      </span>
    ),
  },
  { id: 'standing', header: 'Standing', cell: standingPill },
  {
    id: 'nextDue',
    header: 'Next due',
    sortBy: true,
    cell: (row) =>
      row.nextDue === null || row.archivedAt ? (
        none
      ) : (
        <span
          className={`${classes.due} whitespace-nowrap`}
          data-late={row.standing === 'overdue' || undefined}
        >
          {dayWords(row.nextDue)}
        </span>
      ),
  },
];

const courseColumns = ({ coursesOf, course }: Given): DataColumn<Trainee>[] => {
  const of = (row: Trainee) => coursesOf(row).find((one) => one.course === course);
  return [
    {
      id: 'status',
      header: 'This course',
      cell: (row) => {
        const one = of(row);
        return one ? <StatusPill tone={courseLook(one).tone}>{courseLook(one).label}</StatusPill> : none;
      },
    },
    {
      id: 'score',
      header: 'Best score',
      align: 'end',
      cell: (row) => {
        const score = of(row)?.bestScore ?? null;
        return score === null ? none : `${score}%`;
      },
    },
    {
      id: 'due',
      header: 'Due',
      cell: (row) => {
        const one = of(row);
        if (!one || one.status === 'finished') return none;
        return (
          <span className={`${classes.due} whitespace-nowrap`} data-late={one.isOverdue || undefined}>
            {dayWords(one.dueOn)}
          </span>
        );
      },
    },
  ];
};

const columnsOf = (given: Given): DataColumn<Trainee>[] => [
  {
    id: 'name',
    header: 'Name',
    sortBy: true,
    width: '28%',
    cell: (person) => (
      <Name
        person={person}
        picked={given.picked}
        href={
          given.course
            ? trainingPaths.traineeOfCourse(given.course, person.id)
            : trainingPaths.trainee(person.id)
        }
      />
    ),
  },
  {
    id: 'department',
    header: 'Department',
    sortBy: true,
    cell: (row) => (row.department ? <bdi>{row.department}</bdi> : none),
  },
  ...(given.course ? courseColumns(given) : wholeColumns(given)),
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    sortBy: true,
    cell: (row) => day(row.lastSeenAt),
  },
  {
    id: 'menu',
    header: 'Actions',
    hiddenHeader: true,
    align: 'end',
    width: '64px',
    cell: (person) => (
      <TraineeMenu
        trainee={person}
        courses={given.coursesOf(person)}
        href={trainingPaths.trainee(person.id)}
        onDialog={given.onDialog}
      />
    ),
  },
];

type TraineeTableProps = Given & {
  caption: string;
  people: readonly Trainee[];
  filter: TraineeFilter;
  onChange: (part: Partial<TraineeFilter>) => void;
};

/** A page of people; a card each on a phone. */
export function TraineeTable({ caption, people, filter, onChange, ...given }: TraineeTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(given)}
      rows={people}
      rowKey={(row) => row.id}
      sort={{ column: filter.sort, direction: filter.down ? 'descending' : 'ascending' }}
      onSort={({ column, direction }) =>
        (sortable as readonly string[]).includes(column) &&
        onChange({ sort: column as TraineeFilter['sort'], down: direction === 'descending' })
      }
    />
  );
}
