import { Button } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { useParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { policiesPaths } from '../../paths.ts';
import { Paper, PolicyText } from '../Paper.tsx';
import { ApprovalForm, type Answer } from './ApprovalForm.tsx';
import { blanksIn } from './blanks.ts';
import { LinkFailed, LinkLoading } from './LinkFailed.tsx';
import { Heading, LinkMessage, LinkPage } from '#platform/web/LinkPage.tsx';
import classes from './Links.module.css';
import { deadLink } from './messages.ts';
import { approvalPdf, useApproval, type Approval } from './queries.ts';

const answerId = 'your-answer';

function Answered({
  answer,
  approval: { policy, companyName, sentBy },
}: {
  answer: Answer;
  approval: Approval;
}) {
  if (answer.decision === 'return')
    return (
      <LinkMessage drawing={<DrawingMail />} title="Sent back with your comment">
        <p>
          <bdi>{sentBy}</bdi> reads what you wrote and changes <strong>{policy.name}</strong>. When it is
          ready, a new email brings you the new draft.
        </p>
        <p>You can close this page.</p>
      </LinkMessage>
    );
  return (
    <LinkMessage drawing={<DrawingPolicy />} title={`Thank you, ${answer.name}`}>
      <p>
        You approved <strong>{policy.name}</strong>, version {policy.version}. It now holds at{' '}
        <bdi>{companyName}</bdi>, and your name stands under it.
      </p>
      <p>You can close this page.</p>
    </LinkMessage>
  );
}

/** A draft for somebody outside the portal: read it, then approve it or send it back. */
export function ApprovalLinkScreen() {
  const { token = '' } = useParams();
  const [answered, setAnswered] = useState<{ answer: Answer; approval: Approval } | null>(null);
  const found = useApproval(token, answered === null);
  const home = policiesPaths.approval(token);
  if (answered)
    return (
      <LinkPage home={home} narrow>
        <Answered {...answered} />
      </LinkPage>
    );
  if (found.isPending) return <LinkLoading home={home} label="Opening the policy" />;
  // asked again after an answer, the link may be over although the text is still here
  if (!found.data || deadLink(found.error))
    return (
      <LinkFailed
        kind="approval"
        home={home}
        error={found.error}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  const { companyName, approver, sentBy, expiresAt, policy } = found.data;
  const noteTitle = policy.version > 1 ? 'What changed' : 'Note';
  const facts = [
    { key: 'company', label: 'Company', value: <bdi>{companyName}</bdi> },
    { key: 'sentBy', label: 'Sent by', value: <bdi>{sentBy}</bdi> },
    { key: 'approver', label: 'For', value: <bdi>{approver}</bdi> },
    { key: 'version', label: 'Version', value: `${policy.version}, draft` },
    { key: 'until', label: 'Answer by', value: <time dateTime={expiresAt}>{shownDay(expiresAt)}</time> },
  ];
  return (
    <LinkPage home={home}>
      <header className={classes.intro}>
        <Heading>
          <bdi>{sentBy}</bdi> asks you to approve a policy
        </Heading>
        <p className={classes.lead}>
          Once you approve it, <strong>{policy.name}</strong> holds for everyone at <bdi>{companyName}</bdi>.{' '}
          {policy.summary}
        </p>
        <a className={classes.jump} href={`#${answerId}`}>
          <IconArrowDown size={16} stroke={1.75} aria-hidden /> To your answer
        </a>
      </header>
      <div className={`${classes.columns} grid items-start gap-6`}>
        <div className="stack gap-4">
          {policy.note && (
            <section
              className={`${classes.note} border-accent wrap-anywhere whitespace-pre-line rounded-card bg-accent`}
              aria-label={noteTitle}
            >
              <h2 className="text-body leading-5">{noteTitle}</h2>
              <p>{policy.note}</p>
            </section>
          )}
          <Paper title={policy.name} stamp="Draft" meta={`${companyName} · Version ${policy.version}`}>
            <PolicyText blocks={policy.blocks} />
          </Paper>
        </div>
        <aside
          className={`${classes.side} sticky grid gap-4 outline-none`}
          id={answerId}
          tabIndex={-1}
          aria-label="Your answer"
        >
          <div className="card stack gap-4 p-5">
            <KeyValueList items={facts} />
            <Button
              variant="default"
              fullWidth
              component="a"
              href={approvalPdf(token)}
              download
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            >
              Download PDF
            </Button>
          </div>
          <ApprovalForm
            token={token}
            policy={policy}
            blanks={blanksIn(policy.blocks)}
            onAnswered={(answer) => setAnswered({ answer, approval: found.data })}
            onStale={() => void found.refetch()}
          />
        </aside>
      </div>
    </LinkPage>
  );
}
