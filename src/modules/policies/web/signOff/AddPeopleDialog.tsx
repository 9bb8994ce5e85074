import { Button, Modal, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useState } from 'react';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { AddedList } from './AddedList.tsx';
import { useAddPeople } from './changes.ts';
import { messageOf, peopleCount } from './messages.ts';
import { emptyRows, filledRows, OneByOne, type Row } from './OneByOne.tsx';
import { PastedList } from './PastedList.tsx';
import { judge, readList, withResults, type ListedPerson } from './peopleList.ts';
import classes from './SignOff.module.css';

type Way = 'rows' | 'paste';
type AddPeopleDialogProps = {
  /** Whether any policy is asked: then whoever is added is mailed. */
  asked: boolean;
  onClose: () => void;
};

/** People by name and address, one by one or as a list, with each one's result before and after. */
export function AddPeopleDialog({ asked, onClose }: AddPeopleDialogProps) {
  const [way, setWay] = useState<Way>('rows');
  const [rows, setRows] = useState<Row[]>(emptyRows);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [outcome, setOutcome] = useState<{ people: ListedPerson[]; error: unknown } | null>(null);
  const add = useAddPeople();

  const people = way === 'rows' ? judge(filledRows(rows)) : readList(text);
  const ready = people.filter(({ result }) => result === 'added');
  const faulty = people.length - ready.length;
  const problem =
    !tried || (ready.length > 0 && (way === 'paste' || faulty === 0))
      ? null
      : people.length === 0
        ? 'Enter at least one person with a name and an email address.'
        : way === 'rows'
          ? 'Some entries need a correction before they can be added.'
          : 'None of these lines can be added yet. The list below says why.';

  const submit = () => {
    setTried(true);
    if (add.isPending || ready.length === 0 || (way === 'rows' && faulty > 0)) return;
    add.mutate(
      ready.map(({ name, email }) => ({ name, email })),
      {
        onSuccess: ({ results, error }) => {
          const after = withResults(people, results);
          // nothing needs to be said of a list that went through as it stands
          if (error === null && after.every(({ result }) => result === 'added')) onClose();
          else setOutcome({ people: after, error });
        },
      },
    );
  };
  const correct = (left: ListedPerson[]) => {
    setText(left.map(({ name, email }) => [name, email].filter(Boolean).join(', ')).join('\n'));
    setWay('paste');
    setTried(false);
    setOutcome(null);
  };
  return (
    <Modal
      {...formModal(add.isPending, onClose)}
      title={outcome ? 'What became of your list' : 'Add people'}
      size={680}
    >
      {outcome ? (
        <AddedList
          people={outcome.people}
          error={outcome.error ? messageOf(outcome.error) : null}
          onCorrect={correct}
          onClose={onClose}
        />
      ) : (
        <form
          noValidate
          className="stack gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p className={classes.quiet}>
            {asked
              ? 'New people get an email with their own link on the next working day, or as soon as you send it from the list.'
              : 'No emails are sent yet: that happens when you choose policies to sign.'}
          </p>
          <SegmentedControl
            fullWidth
            aria-label="How to add people"
            value={way}
            onChange={(next) => {
              setWay(next as Way);
              setTried(false);
            }}
            data={[
              { value: 'rows', label: 'One by one' },
              { value: 'paste', label: 'Paste a list' },
            ]}
          />
          <FormError>{problem}</FormError>
          {way === 'rows' ? (
            <OneByOne rows={rows} people={tried ? people : []} onChange={setRows} />
          ) : (
            <PastedList text={text} people={people} onChange={setText} />
          )}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose} disabled={add.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              {ready.length > 1 ? `Add ${peopleCount(ready.length)}` : 'Add to the team'}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
