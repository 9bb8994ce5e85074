import { Button } from '@mantine/core';
import { shownDay, shownTime } from '#platform/dates.ts';
import type { Policy } from '../../entities.ts';
import classes from './Editor.module.css';
import type { KeptWork } from './keptWork.ts';

type EditorNoticesProps = {
  policy: Policy;
  offered: KeptWork | null;
  onRestore: () => void;
  onDiscard: () => void;
  onNewTemplate: ((from: HTMLElement) => void) | null;
};

/** What one should know before typing on. */
export function EditorNotices({ policy, offered, onRestore, onDiscard, onNewTemplate }: EditorNoticesProps) {
  const { request } = policy;
  return (
    <div className={classes.notices}>
      {offered && (
        <section className={classes.notice} aria-label="Unsaved work">
          <p>
            <strong>You have unsaved work</strong> on this policy in this tab, from{' '}
            <time dateTime={offered.at}>{shownTime(offered.at)}</time>.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="default" onClick={onDiscard}>
              Discard
            </Button>
            <Button variant="default" onClick={onRestore}>
              Restore
            </Button>
          </div>
        </section>
      )}
      {request?.outcome === 'returned' && (
        <section className={classes.notice} data-tone="warning" aria-label="Returned">
          <div>
            <p>
              <strong>
                <bdi>{request.approver}</bdi>
              </strong>{' '}
              returned this draft{request.answeredAt && ` on ${shownDay(request.answeredAt)}`}.
            </p>
            {request.comment && <blockquote className={classes.quote}>{request.comment}</blockquote>}
          </div>
        </section>
      )}
      {policy.mode === 'sent' && request?.outcome === 'waiting' && (
        <section className={classes.notice} aria-label="Sent for approval">
          <p>
            Sent to{' '}
            <strong>
              <bdi>{request.approver}</bdi>
            </strong>{' '}
            (<bdi>{request.email}</bdi>) on {shownDay(request.sentAt)}. The link works until{' '}
            {shownDay(request.expiresAt)}; saving a change makes it void.
          </p>
        </section>
      )}
      {request?.outcome === 'expired' && (
        <section className={classes.notice} data-tone="warning" aria-label="Approval request expired">
          <p>
            <bdi>{request.approver}</bdi> did not answer until {shownDay(request.expiresAt)}, and the link has
            expired. Notify the approver again.
          </p>
        </section>
      )}
      {onNewTemplate && (
        <section className={classes.notice} aria-label="Newer template">
          <p>
            <strong>A newer template is available.</strong> Compare it with your text before you decide.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="default" onClick={(event) => onNewTemplate(event.currentTarget)}>
              Compare
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
