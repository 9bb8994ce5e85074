import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { CatalogCourse, Trainee, TraineeCourse } from '../../entities.ts';
import type { Chosen, ShowDialog } from '../dialogs.ts';
import { messageOf } from '../messages.ts';
import { perPage, useTrainees, type TraineeFilter } from '../queries.ts';
import { everybody } from '../filter.ts';
import { peopleCount } from '../words.ts';
import { BulkBar } from './BulkBar.tsx';
import { SquaresLegend } from './CourseSquares.tsx';
import { FilterBar } from './FilterBar.tsx';
import { TraineeTable } from './TraineeTable.tsx';
import classes from './Trainees.module.css';

/** As many can be changed at once. */
const mostChosen = 500;

/** Rows chosen over several pages; each as it was when its page was seen last. */
function useChoice() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const pick = (some: readonly Chosen[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const one of some) {
        if (!on) next.delete(one.trainee.id);
        else if (next.size < mostChosen) next.set(one.trainee.id, one);
      }
      return next;
    });
  return { chosen, pick, clear: () => setChosen(new Map()) };
}

type PeopleListProps = {
  filter: TraineeFilter;
  onFilter: (part: Partial<TraineeFilter>, how?: { replace?: boolean }) => void;
  catalog: Record<string, CatalogCourse>;
  /** The list is of one course: it cannot be chosen, and nobody can be picked. */
  course?: string;
  /** Instead of the table where there is nobody without any filter. */
  nobody?: ReactNode;
  onDialog: ShowDialog;
};

export function PeopleList(props: PeopleListProps) {
  const { filter, onFilter, catalog, course, nobody } = props;
  const found = useTrainees(course ? { ...filter, course } : filter);
  const choice = useChoice();
  const { trainees: people = [], total = 0, courseMap = {} } = found.data ?? {};
  const pages = Math.max(1, Math.ceil(total / perPage));
  const coursesOf = ({ id }: Trainee) => courseMap[id] ?? [];
  const fresh = found.data && !found.isPlaceholderData;
  const plain =
    filter.search === '' &&
    filter.standing === everybody.standing &&
    (course !== undefined || filter.course === '');
  const fewer = fresh && filter.page > pages;
  return (
    <>
      <FilterBar filter={filter} onChange={onFilter} {...(course ? {} : { catalog })}>
        {fresh ? peopleCount(total) : ''}
      </FilterBar>
      {found.isPending ? (
        <SkeletonPanel bare lines={8} height={560} label="Loading people" />
      ) : !found.data ? (
        <ErrorState
          level={3}
          title="The people could not be loaded"
          kept="Everyone's progress is safe."
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        >
          {messageOf(found.error)}
        </ErrorState>
      ) : fewer ? (
        <EmptyState
          level={3}
          title="This page is empty now"
          action={
            <Button variant="default" onClick={() => onFilter({ page: pages })}>
              Go to the last page
            </Button>
          }
        >
          There are fewer people than before.
        </EmptyState>
      ) : people.length === 0 ? (
        plain && nobody ? (
          nobody
        ) : (
          <NoMatch filter={filter} onFilter={onFilter} />
        )
      ) : (
        <FoundPeople
          {...props}
          people={people}
          coursesOf={coursesOf}
          pages={pages}
          isBusy={found.isPlaceholderData}
          choice={choice}
        />
      )}
    </>
  );
}

/** Shown when no one matches the search and the filters. */
const NoMatch = ({ filter, onFilter }: Pick<PeopleListProps, 'filter' | 'onFilter'>) => (
  <EmptyState
    level={3}
    drawing={<DrawingLost />}
    title={
      filter.search ? 'No one matches' : filter.standing === 'overdue' ? 'No one is late' : 'No one here'
    }
    action={
      <Button variant="default" onClick={() => onFilter(everybody)}>
        Show everyone
      </Button>
    }
  >
    {filter.search
      ? 'Search for part of the name, address, or department.'
      : 'Another choice above shows more people.'}
  </EmptyState>
);

type FoundPeopleProps = PeopleListProps & {
  people: readonly Trainee[];
  coursesOf: (trainee: Trainee) => readonly TraineeCourse[];
  pages: number;
  isBusy: boolean;
  choice: ReturnType<typeof useChoice>;
};

/** A page of people, and what can be done with those that are chosen. */
function FoundPeople({
  filter,
  onFilter,
  catalog,
  course,
  onDialog,
  people,
  coursesOf,
  pages,
  isBusy,
  choice: { chosen, pick, clear },
}: FoundPeopleProps) {
  const asChosen = (trainee: Trainee): Chosen => ({ trainee, courses: coursesOf(trainee) });
  const here = people.filter(({ id }) => chosen.has(id)).length;
  return (
    <div className={classes.found} aria-busy={isBusy}>
      {!course && (
        <BulkBar
          chosen={[...chosen.values()]}
          here={{ chosen: here, all: people.length }}
          onPage={(on) => pick(people.map(asChosen), on)}
          onClear={clear}
          onDialog={onDialog}
        />
      )}
      <TraineeTable
        caption={course ? 'People in this course' : 'People in training'}
        people={people}
        catalog={catalog}
        course={course}
        coursesOf={coursesOf}
        filter={filter}
        onChange={onFilter}
        onDialog={onDialog}
        picked={
          course
            ? undefined
            : {
                isPicked: ({ id }) => chosen.has(id),
                onPick: (trainee, on) => pick([asChosen(trainee)], on),
              }
        }
      />
      <div className={`${classes.foot} min-h-14 row flex-wrap justify-between gap-2 gap-x-6 border-t`}>
        {course ? <span /> : <SquaresLegend />}
        <Pager
          page={filter.page}
          pages={pages}
          onChange={(page) => onFilter({ page })}
          label="Pages of people"
        />
      </div>
    </div>
  );
}
