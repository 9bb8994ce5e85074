import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useRef, useState } from 'react';
import { shownDay, shownTime } from '#platform/dates.ts';
import { EmailAddress } from '#ui/text/EmailAddress.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { useRemind } from './changes.ts';
import { messageOf, peopleCount } from './messages.ts';
import { perPage, useSigners, type Signer, type SignerFilter } from './queries.ts';
import classes from './SignOff.module.css';
import type { ShowDialog } from './SignOffTab.tsx';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
const sortable = ['name', 'email', 'signed', 'sentAt'] as const;
type Column = (typeof sortable)[number];

type RowProps = { person: Signer; onDialog: ShowDialog };

function PersonMenu({ person, onDialog }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const remind = useRemind();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={`Actions for ${person.name}`} loading={remind.isPending}>
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListDetails {...icon} />}
          onClick={() => onDialog({ kind: 'person', person }, button.current)}
        >
          Details
        </Menu.Item>
        {person.signed < person.asked && (
          <Menu.Item
            leftSection={<IconMailForward {...icon} />}
            onClick={() => remind.mutate({ memberIds: [person.memberId] })}
          >
            {person.sentAt === null ? 'Send link now' : 'Send reminder'}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          className="danger-action"
          leftSection={<IconUserMinus {...icon} />}
          onClick={() => onDialog({ kind: 'remove', person }, button.current)}
        >
          Remove from the team
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const day = (at: string | null) =>
  at === null ? (
    <span className={classes.quiet}>–</span>
  ) : (
    <time className="whitespace-nowrap" dateTime={at} title={shownTime(at)}>
      {shownDay(at)}
    </time>
  );

const columnsOf = (onDialog: ShowDialog): DataColumn<Signer>[] => [
  {
    id: 'name',
    header: 'Name',
    sortBy: true,
    width: '22%',
    cell: (person) => (
      <button
        type="button"
        className={`${classes.person} min-h-10 text-accent wrap-anywhere text-start hover-underline`}
        onClick={(event) => onDialog({ kind: 'person', person }, event.currentTarget)}
      >
        <bdi>{person.name}</bdi>
      </button>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sortBy: true,
    cell: (row) => <EmailAddress>{row.email}</EmailAddress>,
  },
  {
    id: 'signed',
    header: 'Signed',
    sortBy: true,
    cell: ({ signed, asked }) =>
      asked === 0 ? (
        <span className={classes.quiet}>Nothing asked</span>
      ) : (
        <StatusPill tone={signed >= asked ? 'success' : signed > 0 ? 'accent' : 'neutral'}>
          {signed >= asked ? `All ${asked}` : `${signed} of ${asked}`}
        </StatusPill>
      ),
  },
  { id: 'sentAt', header: 'Last email', sortBy: true, cell: (row) => day(row.sentAt) },
  { id: 'last', header: 'Last signature', cell: (row) => day(row.lastSignedAt) },
  {
    id: 'menu',
    header: 'Actions',
    hiddenHeader: true,
    align: 'end',
    width: '72px',
    cell: (person) => <PersonMenu person={person} onDialog={onDialog} />,
  },
];

const everybody: SignerFilter = { page: 1, search: '', only: 'all', sort: 'name', down: '0' };

function NoOneFound({ filter: { search, only }, onClear }: { filter: SignerFilter; onClear: () => void }) {
  const none = only === 'waiting' ? 'No one is waiting' : 'No one has signed everything yet';
  return (
    <EmptyState
      level={3}
      drawing={<DrawingLost />}
      title={search ? 'No one matches' : none}
      action={
        <Button variant="default" onClick={onClear}>
          Show everyone
        </Button>
      }
    >
      {search ? 'Search for part of the name or address.' : 'Choose everyone to see the whole team.'}
    </EmptyState>
  );
}

type PeoplePanelProps = {
  /** Whether any policy is asked. */
  asked: boolean;
  onAdd: (from: HTMLElement | null) => void;
  onApproachAdd: () => void;
  onDialog: ShowDialog;
};

/** The team, a page at a time. */
export function PeoplePanel({ asked, onAdd, onApproachAdd, onDialog }: PeoplePanelProps) {
  const [filter, setFilter] = useState(everybody);
  const found = useSigners(filter);
  const { people = [], total = 0 } = found.data ?? {};
  const pages = Math.max(1, Math.ceil(total / perPage));
  // the last person of a page was removed
  if (found.data && !found.isPlaceholderData && filter.page > pages) setFilter({ ...filter, page: pages });
  const change = (part: Partial<SignerFilter>) => setFilter((before) => ({ ...before, page: 1, ...part }));
  return (
    <Panel
      flush
      title="Team"
      description="People who read and sign. They need no account, only the link in their email."
      actions={
        <Button
          variant={asked ? 'default' : 'filled'}
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
          onPointerEnter={onApproachAdd}
          onFocus={onApproachAdd}
          onClick={(event) => onAdd(event.currentTarget)}
        >
          Add people
        </Button>
      }
    >
      <search className={`${classes.tools} flex flex-wrap items-end gap-3`} aria-label="Find people">
        <SearchField
          value={filter.search}
          placeholder="Name or email"
          maxLength={100}
          className={classes.search}
          onSearch={(search) => change({ search })}
        />
        <NativeSelect
          label="Show"
          value={filter.only}
          onChange={(event) => change({ only: event.currentTarget.value as SignerFilter['only'] })}
          data={[
            { value: 'all', label: 'Everyone' },
            { value: 'waiting', label: 'Still to sign' },
            { value: 'done', label: 'Signed everything' },
          ]}
        />
        <output className={`${classes.total} min-h-10 text-small text-dimmed ms-auto`}>
          {found.data && !found.isPlaceholderData ? peopleCount(total) : ''}
        </output>
      </search>
      {found.isPending ? (
        <SkeletonPanel bare lines={8} height={480} label="Loading your team" />
      ) : !found.data ? (
        <QueryFailed level={3} title="Your team could not be loaded" query={found} words={messageOf} />
      ) : people.length === 0 ? (
        <NoOneFound filter={filter} onClear={() => setFilter(everybody)} />
      ) : (
        <div className={classes.found} aria-busy={found.isPlaceholderData}>
          <DataTable
            caption="Team"
            columns={columnsOf(onDialog)}
            rows={people}
            rowKey={(row) => row.memberId}
            sort={{ column: filter.sort, direction: filter.down === '1' ? 'descending' : 'ascending' }}
            onSort={({ column, direction }) =>
              (sortable as readonly string[]).includes(column) &&
              change({ sort: column as Column, down: direction === 'descending' ? '1' : '0' })
            }
          />
          {pages > 1 && (
            <div className={`${classes.pager} flex justify-center border-t`}>
              <Pager
                page={filter.page}
                pages={pages}
                onChange={(page) => setFilter({ ...filter, page })}
                label="Pages of the team"
              />
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}
