import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { usePortal } from '#platform/web/boot.ts';
import { MessageLetter } from './MessageLetter.tsx';
import { BackLink } from '#ui/page/BackLink.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { conciergePaths } from '../paths.ts';
import { noteSeen, useMark } from './changes.ts';
import { Talk } from './conversations/Conversation.tsx';
import classes from './Letter.module.css';
import { categoryWords, failedToast } from './messages.ts';
import { useMessage } from './queries.ts';
import { useFailure } from './useFailure.ts';

/** One message, as a letter, with what one talks about it. */
export function MessageScreen() {
  const { conciergeMessageId = '' } = useParams();
  const { brandNameLong } = usePortal().brand;
  const found = useMessage(conciergeMessageId);
  const failed = useFailure(found.isError && !found.data, failedToast);
  const mark = useMark();
  const navigate = useNavigate();
  const isNew = found.data?.readOn === null;
  // once a visit: whoever marks it as unread means it
  const noted = useRef('');
  useEffect(() => {
    if (!isNew || noted.current === conciergeMessageId) return;
    noted.current = conciergeMessageId;
    void noteSeen({ message: conciergeMessageId });
  }, [isNew, conciergeMessageId]);
  // modules.md 7: a failure returns to the list
  if (failed) return <Navigate to={conciergePaths.tab('messages')} replace />;
  return (
    <div className={classes.page}>
      <div className={`min-h-10 row flex-wrap justify-between gap-2 gap-x-4 mb-3`}>
        <BackLink href={conciergePaths.tab('messages')}>Messages</BackLink>
        {found.data && (
          <Button
            variant="subtle"
            size="compact-md"
            loading={mark.isPending}
            onClick={() =>
              mark.mutate(
                { conciergeMessageIds: [conciergeMessageId], read: false },
                { onSuccess: () => void navigate(conciergePaths.tab('messages')) },
              )
            }
          >
            Mark as unread
          </Button>
        )}
      </div>
      {found.data ? (
        <>
          <MessageLetter
            {...found.data}
            category={categoryWords[found.data.category]}
            brandName={brandNameLong}
          />
          <Talk
            threadId={found.data.thread?.threadId ?? null}
            about={{ kind: 'message', id: conciergeMessageId, title: found.data.title }}
            lead="Not sure whether this concerns you? Ask. The experts see which message you mean."
          />
        </>
      ) : (
        <SkeletonPanel lines={12} height={640} label="Loading the message" />
      )}
    </div>
  );
}
