import { Button } from '@mantine/core';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { DrawingTraining } from '#ui/drawings/DrawingTraining.tsx';
import type { ShowDialog } from '../dialogs.ts';
import type { Loaded } from '../queries.ts';
import { counted, inOrder, number } from '../words.ts';
import classes from './Overview.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function EmptyTraining({ loaded, onDialog }: { loaded: Loaded; onDialog: ShowDialog }) {
  const { others, seats } = loaded.traineesData!;
  const year = inOrder(loaded.catalogMap).filter(({ kind }) => kind === 'yearly');
  const offers = (
    <>
      {others > 0 && (
        <Button
          leftSection={<IconUsers {...icon} />}
          onClick={(event) => onDialog({ kind: 'team' }, event.currentTarget)}
        >
          {others === 1 ? 'Enroll your team member' : `Enroll your ${number(others)} team members`}
        </Button>
      )}
      <Button
        variant={others > 0 ? 'default' : 'filled'}
        leftSection={<IconForms {...icon} />}
        onClick={(event) => onDialog({ kind: 'add' }, event.currentTarget)}
      >
        Type or paste names
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet {...icon} />}
        onClick={(event) => onDialog({ kind: 'upload' }, event.currentTarget)}
      >
        Upload a list
      </Button>
    </>
  );
  return (
    <>
      <Panel>
        <EmptyState
          drawing={<DrawingTraining />}
          title="Enroll your team"
          action={<div className={`${classes.offers} flex flex-wrap justify-center gap-2`}>{offers}</div>}
        >
          Everyone gets a personal link by email and needs no account. A course takes under half an hour a
          month, reminders are sent automatically, and you see everyone's progress here. Your plan has{' '}
          {counted(seats.total, 'seat')}.
        </EmptyState>
      </Panel>
      <Panel
        title="The year"
        description="One course opens each month, starting in the month you enroll the first person."
      >
        <ol className={`${classes.year} grid-cols-3 grid gap-1 gap-x-8`}>
          {year.map(({ id, month, title, minutes }) => (
            <li key={id}>
              <span
                className={`${classes.barMonth} grid place-items-center flex-none text-small font-semibold text-accent tabular-nums rounded-sm bg-accent`}
                aria-hidden
              >
                {month}
              </span>
              <span className="flex-auto min-w-0 leading-5">{title}</span>
              <span className="flex-none text-small text-dimmed">{minutes} min</span>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}
