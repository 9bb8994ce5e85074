import { planPath } from '#modules/plans/paths.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { Link } from '#ui/text/Link.tsx';
import type { Trainee } from '../entities.ts';
import { useEditTrainees, useNewLink, useRemind } from './changes.ts';
import { messageOf } from './messages.ts';
import { nameOf, number, peopleCount } from './words.ts';

type Ends = { onClose: () => void; onDone: () => void };
type Some = Ends & { people: readonly Trainee[] };

const Whom = ({ people }: { people: readonly Trainee[] }) =>
  people.length === 1 ? (
    <strong>
      <bdi>{nameOf(people[0]!)}</bdi>
    </strong>
  ) : (
    <strong>{peopleCount(people.length)}</strong>
  );

/** The error lines of the people whom a change passed by (modules.md 8). */
export function ErrorLines({
  failed,
  people,
}: {
  failed: readonly { id: string; message: string }[];
  people: readonly Trainee[];
}) {
  if (failed.length === 0) return null;
  const names = new Map(people.map((one) => [one.id, nameOf(one)]));
  return (
    <ul className="grid gap-1">
      {failed.map(({ id, message }) => (
        <li key={id}>
          <strong>
            <bdi>{names.get(id) ?? ''}</bdi>
          </strong>{' '}
          {message}
        </li>
      ))}
    </ul>
  );
}

const atOnce = 500;

function useArchiving(archived: boolean, people: readonly Trainee[], onDone: () => void) {
  const change = useEditTrainees(null);
  const failed = change.data?.data.failed ?? [];
  return {
    busy: change.isPending,
    error: change.error ? (
      messageOf(change.error)
    ) : failed.length > 0 ? (
      <ErrorLines failed={failed} people={people} />
    ) : undefined,
    go: () =>
      change.mutate(
        { trainees: people.slice(0, atOnce).map(({ id }) => ({ id, archived })) },
        { onSuccess: ({ data }) => data.failed.length === 0 && onDone() },
      ),
  };
}

export function ArchiveDialog({ people, onClose, onDone }: Some) {
  const { go, ...state } = useArchiving(true, people, onDone);
  const one = people.length === 1;
  return (
    <ConfirmDialog
      opened
      title={one ? 'Archive this person?' : `Archive ${number(people.length)} people?`}
      confirmLabel="Archive"
      onConfirm={go}
      onCancel={onClose}
      {...state}
    >
      <Whom people={people} /> {one ? 'gives' : 'give'} back {one ? 'the seat' : 'their seats'}, and{' '}
      {one ? 'gets' : 'get'} no more emails; links that were sent stop working. What was finished stays on
      record, and you can bring {one ? 'the person' : 'them'} back while a seat is free.
    </ConfirmDialog>
  );
}

export function RestoreDialog({ people, seatsLeft, onClose, onDone }: Some & { seatsLeft: number }) {
  const { go, ...state } = useArchiving(false, people, onDone);
  const one = people.length === 1;
  const short = people.length > Math.max(0, seatsLeft);
  return (
    <ConfirmDialog
      opened
      title={one ? 'Bring this person back?' : `Bring ${number(people.length)} people back?`}
      confirmLabel="Bring back"
      ready={seatsLeft > 0}
      onConfirm={go}
      onCancel={onClose}
      {...state}
    >
      <Whom people={people} /> {one ? 'takes a seat' : 'take a seat each'} again and {one ? 'goes' : 'go'} on
      where {one ? 'the person' : 'they'} stopped.{' '}
      {short && (
        <>
          {seatsLeft > 0
            ? `Only ${number(seatsLeft)} ${seatsLeft === 1 ? 'seat is' : 'seats are'} free.`
            : 'No seat is free now.'}{' '}
          <Link className="font-medium text-accent underline" href={planPath}>
            Upgrade your plan
          </Link>{' '}
          for more seats.
        </>
      )}
    </ConfirmDialog>
  );
}

export function NewLinkDialog({ person, onClose, onDone }: Ends & { person: Trainee }) {
  const send = useNewLink(nameOf(person));
  return (
    <ConfirmDialog
      opened
      title="Send a new link?"
      confirmLabel="Send new link"
      busy={send.isPending}
      onConfirm={() => send.mutate({ trainee: person.id }, { onSuccess: onDone, onError: onClose })}
      onCancel={onClose}
    >
      <strong>
        <bdi>{nameOf(person)}</bdi>
      </strong>{' '}
      gets an email with a new link to <bdi>{person.email}</bdi>. The old link stops working at once, so this
      also helps if an email got lost.
    </ConfirmDialog>
  );
}

export function RemindDialog({ people, onClose, onDone }: Ends & { people: readonly Trainee[] | 'all' }) {
  const remind = useRemind();
  const title =
    people === 'all'
      ? 'Remind everyone with something due?'
      : people.length === 1
        ? 'Send a reminder?'
        : `Remind ${number(people.length)} people?`;
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={people !== 'all' && people.length === 1 ? 'Send reminder' : 'Send reminders'}
      busy={remind.isPending}
      onConfirm={() =>
        remind.mutate(
          { trainees: people === 'all' ? 'all' : people.slice(0, atOnce).map(({ id }) => id) },
          { onSuccess: onDone, onError: onClose },
        )
      }
      onCancel={onClose}
    >
      {people === 'all' ? 'Everyone with an open course' : <Whom people={people} />}
      {people !== 'all' && people.length > 1 ? ' get one email each' : ' gets one email'} with the personal
      link and what is due now. Anyone who has nothing due, or had an email within the last hour, is skipped.
    </ConfirmDialog>
  );
}
