import { Button, Checkbox } from '@mantine/core';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import type { Chosen, ShowDialog } from '../dialogs.ts';
import { peopleCount } from '../words.ts';
import classes from './Trainees.module.css';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type BulkBarProps = {
  chosen: readonly Chosen[];
  /** How many of this page are chosen, and how many there are. */
  here: { chosen: number; all: number };
  onPage: (on: boolean) => void;
  onClear: () => void;
  onDialog: ShowDialog;
};

export function BulkBar({ chosen, here, onPage, onClear, onDialog }: BulkBarProps) {
  const active = chosen.filter(({ trainee }) => trainee.archivedAt === null);
  const archived = chosen.filter(({ trainee }) => trainee.archivedAt !== null);
  const people = (some: readonly Chosen[]) => some.map(({ trainee }) => trainee);
  return (
    <section
      className={`${classes.bulk} row flex-wrap gap-1 gap-x-4 border-t`}
      data-open={chosen.length > 0 || undefined}
      aria-label="Chosen people"
    >
      <Checkbox
        label={chosen.length === 0 ? 'Select this page' : `${peopleCount(chosen.length)} selected`}
        aria-label="Select everyone on this page"
        checked={here.all > 0 && here.chosen === here.all}
        indeterminate={here.chosen > 0 && here.chosen < here.all}
        onChange={(event) => onPage(event.currentTarget.checked)}
      />
      {chosen.length > 0 && (
        <div className={`${classes.bulkActs} flex flex-wrap gap-2 ms-auto`}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconListCheck {...icon} />}
            onClick={(event) =>
              onDialog({ kind: 'courses', people: chosen, onDone: onClear }, event.currentTarget)
            }
          >
            Edit courses
          </Button>
          {active.length > 0 && (
            <>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconMailForward {...icon} />}
                onClick={(event) =>
                  onDialog({ kind: 'remind', people: people(active), onDone: onClear }, event.currentTarget)
                }
              >
                Remind
              </Button>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconArchive {...icon} />}
                onClick={(event) =>
                  onDialog({ kind: 'archive', people: people(active), onDone: onClear }, event.currentTarget)
                }
              >
                Archive
              </Button>
            </>
          )}
          {archived.length > 0 && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArchiveOff {...icon} />}
              onClick={(event) =>
                onDialog({ kind: 'restore', people: people(archived), onDone: onClear }, event.currentTarget)
              }
            >
              Bring back
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </section>
  );
}
