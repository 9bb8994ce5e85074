import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { ResultRow } from '../../entities.ts';
import { isIn, useAddTrainees } from '../changes.ts';
import { messageOf } from '../messages.ts';
import { useUntrained, type Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, nameOf, peopleCount } from '../words.ts';
import { CourseChoice } from './CourseChoice.tsx';
import classes from './Enrol.module.css';
import { SeatLine } from './SeatLine.tsx';

type EnrolTeamDialogProps = { loaded: Loaded; onClose: () => void; onDone: () => void };
type Member = { firstName: string; lastName: string; email: string; department: string };

export function EnrolTeamDialog({ loaded, onClose, onDone }: EnrolTeamDialogProps) {
  const team = useUntrained();
  return (
    <Modal {...formModal(false, onClose)} title="Choose from your team" size={640}>
      {team.data ? (
        <TeamForm team={team.data} loaded={loaded} onClose={onClose} onDone={onDone} />
      ) : team.isPending ? (
        <SkeletonPanel bare lines={6} height={320} label="Loading your team" />
      ) : (
        <ErrorState
          level={3}
          title="Your team could not be loaded"
          retrying={team.isFetching}
          onRetry={() => void team.refetch()}
        >
          {messageOf(team.error)}
        </ErrorState>
      )}
    </Modal>
  );
}

function TeamForm({ team, loaded, onClose, onDone }: EnrolTeamDialogProps & { team: readonly Member[] }) {
  const left = Math.max(0, loaded.traineesData!.seats.left);
  // as many as there are seats for; whoever else comes is chosen by hand
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(team.slice(0, left).map(({ email }) => email)),
  );
  const [courses, setCourses] = useState<string[] | undefined>();
  const [failed, setFailed] = useState<readonly ResultRow[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddTrainees();
  const submit = () => {
    if (add.isPending) return;
    setFailed([]);
    if (chosen.size === 0) return setProblem('Choose at least one person.');
    if (courses?.length === 0) return setProblem('Choose at least one course.');
    setProblem(null);
    add.mutate(
      { people: team.filter(({ email }) => chosen.has(email)), courses },
      {
        onSuccess: ({ rows, error }) => {
          const out = rows.filter((row) => !isIn(row));
          if (!error && out.length === 0) return onDone();
          setFailed(out);
          setProblem(
            error ? messageOf(error) : `${counted(out.length, 'person was', 'people were')} not added:`,
          );
        },
      },
    );
  };
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={shared.quiet}>These people sign your policies and are not in training yet.</p>
      <FormError>
        {problem && (
          <>
            {problem}
            {failed.length > 0 && (
              <ul className="grid gap-1">
                {failed.map(({ row, message }) => (
                  <li key={row}>{message.replace(/^Row \d+: /, '')}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </FormError>
      <TeamPick team={team} chosen={chosen} onChange={setChosen} />
      <CourseChoice catalog={loaded.catalogMap} courses={courses} onChange={setCourses} />
      <SeatLine left={loaded.traineesData!.seats.left} wanted={chosen.size} />
      <div className={shared.buttons}>
        <Button variant="default" onClick={onClose} disabled={add.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending} disabled={chosen.size === 0}>
          {chosen.size === 0 ? 'Enroll' : `Enroll ${peopleCount(chosen.size)}`}
        </Button>
      </div>
    </form>
  );
}

type TeamPickProps = {
  team: readonly Member[];
  /** Email addresses. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** The people to enroll. A choice survives a search that hides it. */
function TeamPick({ team, chosen, onChange }: TeamPickProps) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = team.filter((one) =>
    `${nameOf(one)} ${one.email} ${one.department}`.toLowerCase().includes(words),
  );
  const pick = (emails: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const email of emails) {
      if (on) next.add(email);
      else next.delete(email);
    }
    onChange(next);
  };
  const shownChosen = shown.filter(({ email }) => chosen.has(email)).length;
  return (
    <>
      {team.length > 8 && (
        <TextInput
          type="search"
          label="Search"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <fieldset className={`${classes.choice} grid gap-1 gap-x-6 border rounded grid-cols-2`} data-team>
        <legend className="visually-hidden">People</legend>
        <Checkbox
          className={classes.allOfThem}
          label={words ? `Everyone shown (${shown.length})` : `Everyone (${team.length})`}
          checked={shown.length > 0 && shownChosen === shown.length}
          indeterminate={shownChosen > 0 && shownChosen < shown.length}
          onChange={(event) =>
            pick(
              shown.map(({ email }) => email),
              event.currentTarget.checked,
            )
          }
        />
        {shown.map((one) => (
          <Checkbox
            key={one.email}
            label={<bdi>{nameOf(one)}</bdi>}
            description={<bdi>{[one.email, one.department].filter(Boolean).join(', ')}</bdi>}
            checked={chosen.has(one.email)}
            onChange={(event) => pick([one.email], event.currentTarget.checked)}
          />
        ))}
      </fieldset>
    </>
  );
}
