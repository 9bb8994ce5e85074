import { Button } from '@mantine/core';
import { Navigate, useParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { useSession } from '#platform/web/query.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { conciergePaths } from '../../paths.ts';
import { useClose } from '../changes.ts';
import { ContextCard } from './ContextCard.tsx';
import { Conversation } from './Conversation.tsx';
import classes from './Conversation.module.css';
import letter from '../Letter.module.css';
import { failedToast } from '../messages.ts';
import { useThread } from '../queries.ts';
import { ThreadState } from './ThreadState.tsx';
import { useFailure } from '../useFailure.ts';

/** One conversation with the experts. */
export function ConversationScreen() {
  const { threadId = '' } = useParams();
  const found = useThread(threadId);
  const close = useClose();
  const { isZeguroServiceSession: support } = useSession();
  const failed = useFailure(found.isError && !found.data, failedToast);
  if (failed) return <Navigate to={conciergePaths.tab('conversations')} replace />;
  const trail = <BackLink href={conciergePaths.tab('conversations')}>Conversations</BackLink>;
  if (!found.data)
    return (
      <div className={letter.page}>
        <PageHeader trail={trail} title="Conversation" purpose={'\u00a0'} />
        <SkeletonPanel lines={6} height={360} label="Loading the conversation" />
      </div>
    );
  const { thread } = found.data;
  const about = thread.messageId
    ? {
        kind: 'message',
        id: thread.messageId,
        title: thread.subject,
        route: conciergePaths.message(thread.messageId),
      }
    : thread.weaknessId
      ? {
          kind: 'weakness',
          id: thread.weaknessId,
          title: thread.subject,
          route: conciergePaths.weakness(thread.weaknessId),
        }
      : thread.context;
  return (
    <div className={letter.page}>
      <PageHeader
        trail={trail}
        title={<bdi>{thread.subject}</bdi>}
        badge={<ThreadState state={thread.state} />}
        purpose={`Begun by ${thread.openedBy} on ${shownDay(thread.openedOn)}`}
        action={
          thread.state !== 'closed' &&
          !support && (
            <Button variant="default" loading={close.isPending} onClick={() => close.mutate({ threadId })}>
              That answers it
            </Button>
          )
        }
      />
      <div className={`${classes.paper} card p-card`}>
        {about && <ContextCard about={about} linked />}
        <Conversation threadId={threadId} />
      </div>
    </div>
  );
}
