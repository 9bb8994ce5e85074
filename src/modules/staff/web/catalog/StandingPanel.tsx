import { Button } from '@mantine/core';
import { useState } from 'react';
import { shownTime } from '#platform/dates.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { History, Standing } from '../../catalogSchemas.ts';
import { messageOf } from '../messages.ts';
import staff from '../Staff.module.css';
import classes from './Catalog.module.css';
import { StandingPill } from './StandingPill.tsx';

/** How an entry stands to its file, who saved it before, and the way back to the file. */
export function StandingPanel({
  standing,
  history,
  name,
  reverting,
}: {
  standing: Standing;
  history: History;
  name: string;
  reverting: { busy: boolean; error: unknown; onRevert: () => void };
}) {
  const [asked, setAsked] = useState(false);
  return (
    <Panel title="Version" actions={<StandingPill standing={standing} />} size="small">
      {standing.problem && (
        <p className="text-danger mt-3" role="alert">
          The edit does not fit the files any more, so{' '}
          {standing.isOwn ? 'nothing of it' : 'the version of the file'} is in use. {standing.problem} Save it
          again to fix it.
        </p>
      )}
      {history.length === 0 ? (
        <p className="text-dimmed">No one has changed it here: it is as in the configuration file.</p>
      ) : (
        <ol className={`${classes.history} grid gap-2.5`}>
          {history.map((one) => (
            <li key={one.version}>
              <span>{one.isFile ? "Back to the file's version" : `Version ${one.version}`}</span>
              <span className={staff.dimmed}>
                {one.by}, {shownTime(one.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
      {standing.isEdited && !standing.isOwn && (
        <div className="flex flex-wrap justify-end gap-3 mt-6">
          <Button variant="default" size="sm" onClick={() => setAsked(true)}>
            Back to the file&apos;s version
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asked}
        title="Back to the file's version?"
        confirmLabel="Use the file's version"
        busy={reverting.busy}
        error={reverting.error ? messageOf(reverting.error) : null}
        onConfirm={reverting.onRevert}
        onCancel={() => setAsked(false)}
      >
        What was saved here for {name} is then no longer in use. It stays in the desk log.
      </ConfirmDialog>
    </Panel>
  );
}
