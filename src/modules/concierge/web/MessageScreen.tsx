import { Anchor, Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { usePortal } from '#platform/web/boot.ts';
import { RichText } from '#platform/web/RichText.tsx';
import { isOwnPlace, safeLink } from '#platform/richText.ts';
import { Link } from '#ui/Link.tsx';
import { SeverityBadge } from '#ui/SeverityBadge.tsx';
import type { SeverityName } from '#ui/severity.ts';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import type { AlertDetails } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import { noteSeen, useMark } from './changes.ts';
import { Talk } from './Conversation.tsx';
import classes from './Letter.module.css';
import { categoryWords, failedToast } from './messages.ts';
import { useMessage } from './queries.ts';
import { useFailure } from './useFailure.ts';

function ActionButton({ label, link, primary }: { label: string; link: string; primary: boolean }) {
  const safe = safeLink(link);
  if (safe === null) return null;
  const variant = primary ? 'filled' : 'default';
  return isOwnPlace(safe) ? (
    <Button component={Link} href={safe} variant={variant}>
      {label}
    </Button>
  ) : (
    <Button component="a" href={safe} target="_blank" rel="noopener noreferrer" variant={variant}>
      {label}
    </Button>
  );
}

function Letter({ message }: { message: AlertDetails }) {
  const { brandNameLong } = usePortal().brand;
  return (
    <article className={classes.letter} aria-labelledby="letter-title">
      <header className={classes.head}>
        <p className={classes.meta}>
          <time dateTime={message.publishedOn}>{shownDay(message.publishedOn)}</time>
          <span>{categoryWords[message.category]}</span>
          {message.minutes !== null && <span>About {message.minutes} minutes</span>}
          {message.expiresOn !== null && <span>Holds until {shownDay(message.expiresOn)}</span>}
          {message.severity && <SeverityBadge severity={message.severity.toLowerCase() as SeverityName} />}
        </p>
        <h1 id="letter-title" className={classes.title}>
          {message.title}
        </h1>
        <p className={classes.summary}>{message.summary}</p>
      </header>
      <RichText text={message.body} />
      {message.actions.length > 0 && (
        <div className={classes.actions}>
          {message.actions.map((action, i) => (
            <ActionButton key={`${action.label} ${action.link}`} {...action} primary={i === 0} />
          ))}
        </div>
      )}
      <p className={classes.signed}>
        Your Cyber Concierge
        <span>{brandNameLong}</span>
      </p>
    </article>
  );
}

/** One message, as a letter, with what one talks about it. */
export function MessageScreen() {
  const { conciergeMessageId = '' } = useParams();
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
      <div className={classes.bar}>
        <Anchor component={Link} href={conciergePaths.tab('messages')} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden /> Messages
        </Anchor>
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
          <Letter message={found.data} />
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
