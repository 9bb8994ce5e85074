import { Anchor, Button, Textarea } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { useSession } from '#platform/web/query.ts';
import { issuePath } from '#modules/monitoring/paths.ts';
import { ratingsPaths } from '#modules/ratings/paths.ts';
import { RichText } from '#platform/web/RichText.tsx';
import { Breadcrumb } from '#ui/page/Breadcrumb.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { WeaknessDetails } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import { eventWords, textLimits } from '../rules.ts';
import { useCheckWeakness } from './changes.ts';
import { Talk } from './conversations/Conversation.tsx';
import classes from './Letter.module.css';
import { failedToast, messageOf } from './messages.ts';
import { useWeakness } from './queries.ts';
import { StatusOfWeakness } from './StatusOfWeakness.tsx';
import { useFailure } from './useFailure.ts';

const sources: Record<WeaknessDetails['source'], string> = {
  rating: 'Your rating',
  scan: 'A website scan',
  assessment: 'Your assessment',
  staff: 'The experts',
};

const trail = (
  <Breadcrumb
    steps={[{ label: 'Security Weaknesses', href: conciergePaths.tab('weaknesses') }]}
    here="Weakness Details"
  />
);

/** The customer says that it is fixed; the status stays the experts' to set. */
function FixedPanel({ weakness }: { weakness: WeaknessDetails }) {
  const check = useCheckWeakness();
  const [writing, setWriting] = useState(false);
  const [note, setNote] = useState('');
  const { isZeguroServiceSession: support } = useSession();
  const asked = weakness.history[0]?.act === 'check-asked';
  return (
    <Panel title="Is it fixed?" size="small">
      <p className={`${classes.fixed} mb-3 text-body text-dimmed`}>
        {asked
          ? 'The experts know that you fixed it. They will check it and update the status.'
          : 'Tell the experts. They will check it and update the status.'}
      </p>
      {!asked && !support && (
        <>
          {writing && (
            <Textarea
              label="What did you change? (optional)"
              rows={3}
              resize="vertical"
              mb={12}
              maxLength={textLimits.note}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
          {check.error ? <FormError>{messageOf(check.error)}</FormError> : null}
          <Button
            fullWidth
            variant={writing ? 'filled' : 'default'}
            loading={check.isPending}
            leftSection={<IconCircleCheck size={18} stroke={1.5} aria-hidden />}
            onClick={() =>
              writing ? check.mutate({ weaknessId: weakness.weaknessId, note }) : setWriting(true)
            }
          >
            {writing ? 'Send' : 'We fixed it, please check'}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Facts({ weakness }: { weakness: WeaknessDetails }) {
  return (
    <Panel title="Facts" size="small">
      <dl className={`${classes.facts} gap-3.5 grid`}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusOfWeakness status={weakness.status} explained />
          </dd>
        </div>
        <div>
          <dt>Status updated</dt>
          <dd>{shownDay(weakness.statusUpdatedOn)}</dd>
        </div>
        <div>
          <dt>Reported</dt>
          <dd>{shownDay(weakness.reportedOn)}</dd>
        </div>
        {weakness.asset && (
          <div>
            <dt>Where</dt>
            <dd className="text-small font-mono">
              <WebAddress>{weakness.asset}</WebAddress>
            </dd>
          </div>
        )}
        <div>
          <dt>Found by</dt>
          <dd>{sources[weakness.source]}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function History({ weakness }: { weakness: WeaknessDetails }) {
  return (
    <Panel title="History" size="small">
      <ol className="grid gap-4">
        {weakness.history.map(({ at, act, status, note, by }) => (
          <li key={`${at} ${act}`} className={classes.event}>
            <p>{eventWords(act, status)}</p>
            <p className={classes.when}>
              {shownTime(at)}
              {by && (
                <>
                  , <bdi>{by}</bdi>
                </>
              )}
            </p>
            {note && <p className={classes.why}>{note}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const issueWords = {
  open: 'Open',
  fixed: 'Fixed',
  accepted: 'Risk accepted',
  'false-positive': 'False alarm',
} as const;

/** What the weakness follows from, where scans and the rating list it: the same problem under another heading. */
function Findings({ weakness: { issues, ratingFindings } }: { weakness: WeaknessDetails }) {
  if (issues.length + ratingFindings.length === 0) return null;
  return (
    <Panel title="Findings behind it" size="small">
      <ul className={`${classes.findings} grid gap-3 text-body wrap-anywhere`}>
        {issues.map(({ targetId, findingId, title, website, severity, status }) => (
          <li key={`${targetId} ${findingId}`}>
            <Anchor component={Link} href={issuePath(targetId, findingId)} inherit>
              <bdi>{title}</bdi>
            </Anchor>
            <span className="inline-row flex-wrap gap-2">
              {status === 'open' && <SeverityBadge severity={severity} />}
              <span className={classes.when}>
                {issueWords[status]}, <bdi>{website}</bdi>
              </span>
            </span>
          </li>
        ))}
        {ratingFindings.map(({ title, vector, asset }) => (
          <li key={`${vector} ${title} ${asset}`}>
            <Anchor component={Link} href={ratingsPaths.risk(vector)} inherit>
              <bdi>{title}</bdi>
            </Anchor>
            <span className={classes.when}>
              Security rating, <WebAddress>{asset}</WebAddress>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** One weakness (modules.md 2): what it is, how to fix it, and what became of it. */
export function WeaknessScreen() {
  const { weaknessId = '' } = useParams();
  const found = useWeakness(weaknessId);
  const failed = useFailure(found.isError && !found.data, failedToast);
  // modules.md 7: a failure returns to the list
  if (failed) return <Navigate to={conciergePaths.tab('weaknesses')} replace />;
  const weakness = found.data;
  if (!weakness)
    return (
      <>
        {trail}
        <SkeletonPanel lines={14} height={640} label="Loading the weakness" />
      </>
    );
  return (
    <>
      <PageHeader
        trail={trail}
        title={<bdi>{weakness.title}</bdi>}
        badge={
          <span className="inline-row flex-wrap gap-2">
            <SeverityBadge severity={weakness.severity.toLowerCase() as SeverityName} />
            <StatusOfWeakness status={weakness.status} />
          </span>
        }
        action={
          <Button
            component="a"
            variant="default"
            href={conciergePaths.weaknessPdf(weakness.weaknessId, weakness.pdfName)}
            target="_blank"
            rel="noopener"
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          >
            Download PDF
          </Button>
        }
      />
      <div className={`${classes.columns} grid items-start gap-6`}>
        <div>
          <article className={`${classes.text} card`}>
            <RichText text={weakness.body} />
          </article>
          <Talk
            threadId={weakness.thread?.threadId ?? null}
            about={{ kind: 'weakness', id: weakness.weaknessId, title: weakness.title }}
            lead="Ask how to fix it, who should do it, or whether it can wait. The experts see which weakness you mean."
          />
        </div>
        <aside className="grid gap-6" aria-label="About this weakness">
          <Facts weakness={weakness} />
          <Findings weakness={weakness} />
          {weakness.status === 'Open' && <FixedPanel weakness={weakness} />}
          <History weakness={weakness} />
        </aside>
      </div>
    </>
  );
}
