import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useSearchParams } from 'react-router';
import { settingsPaths } from '#modules/organization/paths.ts';
import { fileAddress } from '#platform/web/call.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { auditContract } from '../contract.ts';
import { kinds, type Kind } from '../words.ts';
import classes from './Activity.module.css';
import { ActivityFilter } from './ActivityFilter.tsx';
import { EntriesTable } from './EntriesTable.tsx';
import { messageOf } from './messages.ts';
import { useEntries, type EntryFilter } from './queries.ts';

const dayPattern = /^20\d\d-\d\d-\d\d$/;

/** The filter as the address says it; what makes no sense there filters nothing. */
function filterOf(params: URLSearchParams): EntryFilter {
  const text = (name: string, most: number) => (params.get(name) ?? '').slice(0, most);
  const day = (name: string) =>
    dayPattern.test(text(name, 10)) && !Number.isNaN(Date.parse(text(name, 10))) ? text(name, 10) : '';
  const kind = text('kind', 20);
  return {
    person: text('person', 100),
    kind: Object.hasOwn(kinds, kind) ? (kind as Kind) : '',
    from: day('from'),
    to: day('to'),
    text: text('text', 100),
  };
}

/** The whole activity log: who did what, when, from where. */
export function ActivityScreen() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const isFiltered = Object.values(filter).some(Boolean);
  const change = (part: Partial<EntryFilter>) =>
    setParams(
      new URLSearchParams(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== '')),
      { replace: true },
    );
  return (
    <>
      <PageHeader
        trail={<BackLink href={settingsPaths.tab('organization')}>Organization Details</BackLink>}
        title="Activity log"
        purpose="Who changed what, when and from where. No entry can be changed."
        action={
          <Button
            component="a"
            href={fileAddress(
              auditContract.exportEntries,
              Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
            )}
            download
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          >
            Export CSV
          </Button>
        }
      />
      <ActivityFilter
        filter={filter}
        onChange={change}
        onClear={isFiltered ? () => setParams({}, { replace: true }) : null}
      />
      <Entries filter={filter} isFiltered={isFiltered} />
    </>
  );
}

function Entries({ filter, isFiltered }: { filter: EntryFilter; isFiltered: boolean }) {
  const found = useEntries(filter);
  if (found.isPending) return <SkeletonPanel lines={8} height={480} label="Loading the activity log" />;
  const entries = found.data?.pages.flatMap((page) => page.data) ?? [];
  if (found.isError && entries.length === 0)
    return (
      <Panel>
        <ErrorState
          title="The activity log could not be loaded"
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        >
          {messageOf(found.error)}
        </ErrorState>
      </Panel>
    );
  if (entries.length === 0)
    return (
      <Panel>
        <EmptyState
          drawing={<DrawingLost />}
          title={isFiltered ? 'Nothing matches these filters' : 'Nothing was changed yet'}
        >
          {isFiltered
            ? 'Widen the days, or search for something else.'
            : 'Every change in your organization is listed here.'}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel flush>
      <div aria-busy={found.isPlaceholderData} className={classes.found}>
        <EntriesTable entries={entries} caption="Activity log, newest first" />
      </div>
      <div className={`${classes.foot} row flex-wrap justify-between gap-3`}>
        <output className="text-small text-dimmed">
          {found.hasNextPage
            ? `The newest ${entries.length} entries are shown.`
            : `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}.`}
          {found.isFetchNextPageError && ` ${messageOf(found.error)}`}
        </output>
        {found.hasNextPage && (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show older entries
          </Button>
        )}
      </div>
    </Panel>
  );
}
