import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shownTime } from '#platform/dates.ts';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { formModal } from '#ui/form/FormDialog.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Policy } from '../../entities.ts';
import { approvedBy } from '../../rules.ts';
import { DiffLines } from '../history/DiffLines.tsx';
import classes from './Dialogs.module.css';
import { readable, shownOf } from '../editor/fields.ts';
import { messageOf } from '../messages.ts';
import { loadNow, policyKeys } from '../queries.ts';
import { linesOf, textDiff } from '../history/textDiff.ts';
import type { Work } from '../editor/work.ts';

function ValueDifferences({ theirs, mine }: { theirs: Policy; mine: Work }) {
  const template = theirs.template!;
  const rows = template.values
    .map((spec) => ({
      spec,
      one: readable(spec, shownOf(spec.key, template, theirs.customValues)),
      other: readable(spec, shownOf(spec.key, template, mine.values)),
    }))
    .filter(({ one, other }) => one !== other);
  if (rows.length === 0) return <p className="px-4 py-3">Both say the same: nothing differs.</p>;
  return (
    <table className={`${classes.table} w-full`}>
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ spec, one, other }) => (
          <tr key={spec.key}>
            <th scope="row">{spec.label}</th>
            <td>{one}</td>
            <td>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TextDifferences({ theirs, mine }: { theirs: Policy; mine: Work }) {
  const lines = useMemo(
    () => textDiff([theirs.name, ...linesOf(theirs.customPolicy)], [mine.name, ...linesOf(mine.text)]),
    [theirs, mine],
  );
  if (lines.every(({ kind }) => kind === 'same'))
    return <p className="px-4 py-3">Both say the same: nothing differs.</p>;
  return (
    <>
      <p className={`px-4 py-3 ${classes.quiet}`}>Removed is theirs, added is yours.</p>
      <DiffLines lines={lines} />
    </>
  );
}

type ConflictDialogProps = {
  id: string;
  mine: Work;
  /** What was to be done: it is done with one's own text, over theirs. */
  again: string;
  busy: boolean;
  onTheirs: (theirs: Policy) => void;
  onMine: (theirs: Policy) => void;
  onClose: () => void;
};

/** Somebody else saved meanwhile: who, when and what; then one of both is chosen, and neither is lost unseen. */
export function ConflictDialog({ id, mine, again, busy, onTheirs, onMine, onClose }: ConflictDialogProps) {
  const found = useQuery({
    queryKey: [...policyKeys.policyOf(id), 'meanwhile'],
    queryFn: async () => (await loadNow(id, null)).data,
    staleTime: 0,
    gcTime: 0,
  });
  const theirs = found.isFetching ? undefined : found.data;
  return (
    <Modal {...formModal(busy, onClose)} title="Someone else saved this policy" size={720}>
      <div className="stack gap-5">
        {found.isError && (
          <QueryFailed title="Their version could not be loaded" level={3} query={found} words={messageOf} />
        )}
        {!found.isError && !theirs && (
          <SkeletonPanel bare lines={4} height={200} label="Loading their version" />
        )}
        {theirs && (
          <>
            <p>
              {theirs.status === 'Active' ? (
                <>
                  Version {theirs.version} was approved by{' '}
                  <strong>
                    <bdi>{approvedBy(theirs)}</bdi>
                  </strong>
                  , on <time dateTime={theirs.approvalDate!}>{shownTime(theirs.approvalDate!)}</time>, while
                  you were working on it.
                </>
              ) : theirs.saved ? (
                <>
                  <strong>
                    <bdi>{theirs.savedBy || 'Someone'}</bdi>
                  </strong>{' '}
                  saved version {theirs.version}
                  {theirs.savedAt && (
                    <>
                      {' '}
                      on <time dateTime={theirs.savedAt}>{shownTime(theirs.savedAt)}</time>
                    </>
                  )}
                  , while you were working on it.
                </>
              ) : (
                'The draft was deleted while you were working on it.'
              )}{' '}
              Nothing is lost.
            </p>
            <section className={`${classes.compare} border rounded`} aria-label="What differs">
              {theirs.template ? (
                <ValueDifferences theirs={theirs} mine={mine} />
              ) : (
                <TextDifferences theirs={theirs} mine={mine} />
              )}
            </section>
            <p className={classes.quiet}>
              {theirs.status === 'Active'
                ? `The approved version stays as it is. Yours becomes a draft of version ${theirs.version + 1}.`
                : 'If you take theirs, yours is kept in this tab and can be restored. If you keep yours, theirs is overwritten.'}
            </p>
          </>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Keep editing
          </Button>
          <Button variant="default" onClick={() => theirs && onTheirs(theirs)} disabled={busy || !theirs}>
            Take theirs
          </Button>
          <Button color="red" onClick={() => theirs && onMine(theirs)} disabled={!theirs} loading={busy}>
            {again}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
