import { Button, Progress } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import type { ReactNode } from 'react';
import type { FindingWire, IssueWire, RetestWire } from '../../issueEntities.ts';
import { useRetestIssues, useUndoDecision } from '../changes.ts';
import type { Decide } from './DecideDialog.tsx';
import { PlaceList } from './FindingPlaces.tsx';
import classes from './IssueStanding.module.css';
import { dateAndTime, shortDate } from '../schedules/pacificTime.ts';
import { SendToDeveloper } from '../issueLinks/SendToDeveloper.tsx';
import { visibleText } from './visibleText.ts';

type Places = FindingWire['places'];

type IssueStandingProps = {
  targetId: string;
  issue: IssueWire;
  /** What the newest look saw, where the issue is still there. */
  seen: { places: Places } | null;
  /** False where the page has a button for it. */
  canSend: boolean;
  onDecide: (decide: Decide, from: HTMLElement | null) => void;
};

/** What was decided about an issue, how the look after a fix went, and what can be done now. */
export function IssueStanding({ targetId, issue, seen, canSend, onDecide }: IssueStandingProps) {
  const retest = useRetestIssues();
  const undo = useUndoDecision();
  const underWay = issue.retest?.status === 'waiting' || issue.retest?.status === 'running';
  const isDecided = issue.state === 'accepted' || issue.state === 'false-positive';
  const one = { targetId, findingIds: [issue.findingId] };
  const decide = (kind: Decide['kind']) => (event: { currentTarget: HTMLElement }) =>
    onDecide({ kind, issues: [issue] }, event.currentTarget);
  return (
    <div className="stack gap-3">
      <DecisionNote issue={issue} />
      {issue.retest && <RetestNote retest={issue.retest} isFixed={issue.state === 'fixed'} seen={seen} />}
      <div className={`${classes.actions} flex flex-wrap gap-2`}>
        {issue.state !== 'fixed' && (
          <Button
            variant={isDecided || !canSend ? 'default' : 'filled'}
            loading={retest.isPending}
            disabled={underWay}
            onClick={() => retest.mutate(one)}
          >
            {underWay ? 'Being checked' : 'I fixed this: check again'}
          </Button>
        )}
        {canSend && issue.state !== 'fixed' && (
          <SendToDeveloper targetId={targetId} findingId={issue.findingId} />
        )}
        {!isDecided && issue.state !== 'fixed' && (
          <>
            <Button variant="default" onClick={decide('accepted')}>
              Accept risk
            </Button>
            <Button variant="default" onClick={decide('false-positive')}>
              False alarm
            </Button>
          </>
        )}
        {issue.decision && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(one)}>
            {issue.secondLook ? 'Remove the mark' : 'Undo decision'}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Who decided what, when and why; or that a decision does not hold any more. */
export function DecisionNote({
  issue,
}: {
  issue: Pick<FindingWire, 'decision'> & Partial<Pick<IssueWire, 'secondLook' | 'acceptanceEndedAt'>>;
}) {
  const { decision } = issue;
  if (issue.acceptanceEndedAt)
    return (
      <Note tone="warning" icon={<IconAlertTriangle size={18} stroke={1.5} aria-hidden />}>
        <strong>Open again.</strong> The risk was accepted until {shortDate(issue.acceptanceEndedAt)}. Fix it,
        or decide again.
      </Note>
    );
  if (!decision) return null;
  const who = `${decision.by}, ${shortDate(decision.at)}`;
  return (
    <Note
      tone={issue.secondLook ? 'warning' : 'neutral'}
      icon={<IconHelpCircle size={18} stroke={1.5} aria-hidden />}
    >
      <strong>
        {issue.secondLook
          ? 'Marked as a false alarm, but more severe since: please look again.'
          : decision.kind === 'accepted'
            ? `Accepted until ${decision.until ? shortDate(decision.until) : ''}.`
            : 'Marked as a false alarm.'}
      </strong>{' '}
      <q className={classes.reason}>{visibleText(decision.reason)}</q>{' '}
      <span className="text-small text-dimmed">{who}</span>
    </Note>
  );
}

function RetestNote({
  retest,
  isFixed,
  seen,
}: {
  retest: RetestWire;
  isFixed: boolean;
  seen: { places: Places } | null;
}) {
  const when = dateAndTime(retest.endedAt ?? retest.requestedAt);
  switch (retest.status) {
    case 'waiting':
      return (
        <Note tone="accent" busy>
          <strong>Waiting to be checked.</strong> The check starts when the current scan ends.
        </Note>
      );
    case 'running':
      return (
        <Note tone="accent" busy>
          <strong>Being checked.</strong> {visibleText(retest.activity)}
          <Progress className="mt-2" value={Math.max(4, retest.percent)} aria-label="Progress of the check" />
        </Note>
      );
    case 'gone':
      return isFixed ? (
        <Note tone="success" icon={<IconCircleCheck size={18} stroke={1.5} aria-hidden />}>
          <strong>Gone, marked as fixed.</strong> Checked on {when}. The next scan looks again.
        </Note>
      ) : (
        <Note tone="warning" icon={<IconAlertTriangle size={18} stroke={1.5} aria-hidden />}>
          <strong>It came back.</strong> It was gone when it was checked on {when}.
        </Note>
      );
    case 'still-there':
      return (
        <Note tone="danger" icon={<IconAlertTriangle size={18} stroke={1.5} aria-hidden />}>
          <strong>Still there.</strong> Checked on {when}. {seen && 'Here is what was sent and seen:'}
          {seen && <PlaceList places={seen.places} />}
        </Note>
      );
    case 'unchecked':
      return (
        <Note tone="warning" icon={<IconHelpCircle size={18} stroke={1.5} aria-hidden />}>
          <strong>It could not be checked</strong> on {when}: {visibleText(retest.reason)}
        </Note>
      );
  }
}

type NoteProps = {
  tone: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  icon?: ReactNode;
  busy?: boolean;
  children: ReactNode;
};

function Note({ tone, icon, busy, children }: NoteProps) {
  return (
    <div
      className={`${classes.note} grid gap-2.5 text-body border rounded bg-card px-4 py-3`}
      data-tone={tone}
      role={busy ? 'status' : undefined}
    >
      {icon ?? <span className={`${classes.dot} rounded-circle`} aria-hidden />}
      <div className={`${classes.noteText} min-w-0 wrap-anywhere`}>{children}</div>
    </div>
  );
}
