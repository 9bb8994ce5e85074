import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { useState } from 'react';
import { shownDay, shownTime } from '#platform/dates.ts';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Link } from '#ui/Link.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SeverityBadge } from '#ui/SeverityBadge.tsx';
import type { SeverityName } from '#ui/severity.ts';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import type { Alert } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import { useMark } from './changes.ts';
import classes from './Concierge.module.css';
import { ListTools } from './ListTools.tsx';
import { categoryWords, messageOf } from './messages.ts';
import { firstMessages, useMessages, type MessageFilter } from './queries.ts';

function LetterRow({ message }: { message: Alert }) {
  const mark = useMark();
  const unread = message.readOn === null;
  const turn = unread ? 'Mark as read' : 'Mark as unread';
  return (
    <li
      className={`${classes.letter} grid relative gap-1 gap-x-3 hover-bg`}
      data-unread={unread || undefined}
    >
      <span className={`${classes.mark} grid place-items-center text-dimmed`} aria-hidden>
        {unread ? (
          <span className={`${classes.unread} rounded-circle`} />
        ) : (
          <IconMailOpened size={18} stroke={1.5} />
        )}
      </span>
      <div className="min-w-0">
        <h3 className={`${classes.letterTitle} leading-6.5 font-medium`}>
          <Link href={conciergePaths.message(message.conciergeMessageId)}>
            {unread && <span className="visually-hidden">Unread: </span>}
            {message.title}
          </Link>
        </h3>
        <p className={`${classes.summary} mt-0.5 text-body text-dimmed`}>{message.summary}</p>
        <div className="row flex-wrap gap-1 gap-x-3 text-small text-dimmed mt-2">
          {message.severity && <SeverityBadge severity={message.severity.toLowerCase() as SeverityName} />}
          <span>{categoryWords[message.category]}</span>
          {message.thread && (
            <span className="inline-row gap-1.5">
              <IconMessageCircle size={16} stroke={1.5} aria-hidden />
              {message.thread.unread
                ? 'New answer'
                : message.thread.state === 'waiting'
                  ? 'Waiting for an answer'
                  : 'Conversation'}
            </span>
          )}
        </div>
      </div>
      <div
        className={`${classes.aside} flex flex-col items-end gap-1.5 text-small text-dimmed whitespace-nowrap`}
      >
        <time dateTime={message.publishedOn} title={shownTime(message.publishedOn)}>
          {shownDay(message.publishedOn)}
        </time>
        <Tooltip label={turn}>
          <ActionIcon
            aria-label={`${turn}: ${message.title}`}
            loading={mark.isPending}
            onClick={() => mark.mutate({ conciergeMessageIds: [message.conciergeMessageId], read: unread })}
          >
            {unread ? (
              <IconMailOpened size={18} stroke={1.5} aria-hidden />
            ) : (
              <IconMail size={18} stroke={1.5} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}

/** Letters from the experts, the newest first. */
export function MessagesTab() {
  const [filter, setFilter] = useState<MessageFilter>(firstMessages);
  const [edition, setEdition] = useState(0);
  const found = useMessages(filter);
  const mark = useMark();
  const change = (part: Partial<MessageFilter>) => setFilter((before) => ({ ...before, page: 1, ...part }));
  const narrowed = filter.search !== '' || filter.show !== 'all';
  if (found.isPending) return <SkeletonPanel lines={10} height={520} label="Loading messages" />;
  if (!found.data)
    return (
      <Panel>
        <ErrorState
          title="Your messages could not be loaded"
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        >
          {messageOf(found.error)}
        </ErrorState>
      </Panel>
    );
  const { alerts, total, unread, page, pages } = found.data;
  return (
    <Panel
      flush
      title="Messages"
      description="What the experts write to you: attacks and deadlines that matter to companies like yours, and what to do."
      actions={
        unread > 0 && (
          <Button
            variant="default"
            loading={mark.isPending}
            onClick={() => mark.mutate({ conciergeMessageIds: 'all', read: true })}
          >
            Mark all as read
          </Button>
        )
      }
    >
      {(total > 0 || narrowed) && (
        <ListTools
          label="Find messages"
          placeholder="Title or text"
          edition={edition}
          search={filter.search}
          total={unread > 0 ? `${unread} unread` : 'All read'}
          onSearch={(search) => change({ search })}
        >
          <NativeSelect
            label="Show"
            value={filter.show}
            onChange={(event) => change({ show: event.currentTarget.value as MessageFilter['show'] })}
            data={[
              { value: 'all', label: 'All messages' },
              { value: 'unread', label: 'Unread' },
            ]}
          />
        </ListTools>
      )}
      {alerts.length === 0 ? (
        <EmptyState
          level={3}
          drawing={narrowed ? <DrawingLost /> : <DrawingInbox />}
          title={narrowed ? 'No message matches' : 'No messages yet'}
          action={
            narrowed && (
              <Button
                variant="default"
                onClick={() => {
                  setEdition(edition + 1);
                  setFilter(firstMessages);
                }}
              >
                Show all messages
              </Button>
            )
          }
        >
          {narrowed
            ? 'Search for part of the title or text.'
            : 'When something happens that concerns companies like yours, the experts write to you here, with what to do about it.'}
        </EmptyState>
      ) : (
        <div className={classes.found} aria-busy={found.isPlaceholderData}>
          <ul>
            {alerts.map((message) => (
              <LetterRow key={message.conciergeMessageId} message={message} />
            ))}
          </ul>
          {pages > 1 && (
            <div className="flex justify-center border-t p-4">
              <Pager
                page={page}
                pages={pages}
                onChange={(to) => setFilter({ ...filter, page: to })}
                label="Pages of messages"
              />
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}
