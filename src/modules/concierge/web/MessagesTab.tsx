import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Alert } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import { useMark } from './changes.ts';
import { FoundList, useFilter } from './FoundList.tsx';
import { ListRow } from './ListRow.tsx';
import { categoryWords, messageOf } from './messages.ts';
import { firstMessages, useMessages, type MessageFilter } from './queries.ts';

function LetterRow({ message }: { message: Alert }) {
  const mark = useMark();
  const { conciergeMessageId: id, title, severity, thread } = message;
  const unread = message.readOn === null;
  const turn = unread ? 'Mark as read' : 'Mark as unread';
  const Icon = unread ? IconMailOpened : IconMail;
  return (
    <ListRow
      href={conciergePaths.message(id)}
      title={title}
      summary={message.summary}
      at={message.publishedOn}
      unread={unread ? 'Unread:' : ''}
      icon={<IconMailOpened size={18} stroke={1.5} />}
      facts={
        <>
          {severity && <SeverityBadge severity={severity.toLowerCase() as SeverityName} />}
          <span>{categoryWords[message.category]}</span>
          {thread && (
            <span className="inline-row gap-1.5">
              <IconMessageCircle size={16} stroke={1.5} aria-hidden />
              {thread.unread
                ? 'New answer'
                : thread.state === 'waiting'
                  ? 'Waiting for an answer'
                  : 'Conversation'}
            </span>
          )}
        </>
      }
    >
      <Tooltip label={turn}>
        <ActionIcon
          aria-label={`${turn}: ${title}`}
          loading={mark.isPending}
          onClick={() => mark.mutate({ conciergeMessageIds: [id], read: unread })}
        >
          <Icon size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </ListRow>
  );
}

/** Letters from the experts, the newest first. */
export function MessagesTab() {
  const list = useFilter(firstMessages);
  const { filter, change } = list;
  const found = useMessages(filter);
  const mark = useMark();
  if (found.isPending) return <SkeletonPanel lines={10} height={520} label="Loading messages" />;
  if (!found.data)
    return (
      <Panel>
        <QueryFailed title="Your messages could not be loaded" query={found} words={messageOf} />
      </Panel>
    );
  const { alerts, unread } = found.data;
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
      <FoundList
        nouns={['message', 'messages']}
        placeholder="Title or text"
        list={list}
        narrowed={filter.search !== '' || filter.show !== 'all'}
        found={found.data}
        isEmpty={alerts.length === 0}
        isFading={found.isPlaceholderData}
        count={unread > 0 ? `${unread} unread` : 'All read'}
        filters={
          <NativeSelect
            label="Show"
            value={filter.show}
            onChange={(event) => change({ show: event.currentTarget.value as MessageFilter['show'] })}
            data={[
              { value: 'all', label: 'All messages' },
              { value: 'unread', label: 'Unread' },
            ]}
          />
        }
        nothing={{
          drawing: <DrawingInbox />,
          title: 'No messages yet',
          text: 'When something happens that concerns companies like yours, the experts write to you here, with what to do about it.',
        }}
      >
        <ul>
          {alerts.map((message) => (
            <LetterRow key={message.conciergeMessageId} message={message} />
          ))}
        </ul>
      </FoundList>
    </Panel>
  );
}
