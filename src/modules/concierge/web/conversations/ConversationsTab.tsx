import { Button, NativeSelect } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { askExpert } from '#modules/plans/web/public.ts';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { conciergePaths } from '../../paths.ts';
import { FoundList, useFilter } from '../FoundList.tsx';
import { ListRow } from '../ListRow.tsx';
import { messageOf } from '../messages.ts';
import { firstThreads, useThreads, type ThreadFilter } from '../queries.ts';
import { ThreadState } from './ThreadState.tsx';

/** Conversations of the whole team of administrators with the experts, the newest first. */
export function ConversationsTab() {
  const list = useFilter(firstThreads);
  const { filter, change } = list;
  const found = useThreads(filter);
  if (found.isPending) return <SkeletonPanel lines={8} height={420} label="Loading conversations" />;
  if (!found.data)
    return (
      <Panel>
        <QueryFailed title="Your conversations could not be loaded" query={found} words={messageOf} />
      </Panel>
    );
  const { threads, unread } = found.data;
  return (
    <Panel
      flush
      title="Conversations"
      description="What you asked and what the experts answered. All administrators of your company can read them."
    >
      <FoundList
        nouns={['conversation', 'conversations']}
        placeholder="Subject or text"
        list={list}
        narrowed={filter.search !== '' || filter.show !== 'all'}
        found={found.data}
        isEmpty={threads.length === 0}
        isFading={found.isPlaceholderData}
        count={unread > 0 ? `${unread} with a new answer` : ''}
        filters={
          <NativeSelect
            label="Show"
            value={filter.show}
            onChange={(event) => change({ show: event.currentTarget.value as ThreadFilter['show'] })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'unread', label: 'With a new answer' },
              { value: 'waiting', label: 'With the experts' },
              { value: 'closed', label: 'Closed' },
            ]}
          />
        }
        nothing={{
          drawing: <DrawingTalk />,
          title: 'Nothing was asked yet',
          action: (
            <Button variant="default" onClick={() => askExpert()}>
              Ask your first question
            </Button>
          ),
          text: 'Wherever you see “Ask an expert”, your question includes what you are looking at. The answer arrives here and by email.',
        }}
      >
        <ul>
          {threads.map((thread) => (
            <ListRow
              key={thread.threadId}
              href={conciergePaths.conversation(thread.threadId)}
              title={thread.subject}
              summary={thread.excerpt}
              at={thread.lastEntryOn}
              unread={thread.unread ? 'New answer:' : ''}
              icon={<IconMessageCircle size={18} stroke={1.5} />}
              facts={
                <>
                  <ThreadState state={thread.state} />
                  <span>
                    Begun by <bdi>{thread.openedBy}</bdi>
                  </span>
                </>
              }
            />
          ))}
        </ul>
      </FoundList>
    </Panel>
  );
}
