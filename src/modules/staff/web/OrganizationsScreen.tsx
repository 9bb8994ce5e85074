import { shownDay } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingBuilding } from '#ui/drawings/DrawingBuilding.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { ListedOrganization } from '../contract.ts';
import { staffPaths } from '../paths.ts';
import { organizationSorts } from '../rules.ts';
import { messageOf } from './messages.ts';
import { useMember, useOrganizations, type ListRequest } from './queries.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { SubscriptionPill } from './SubscriptionPill.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { TablePage } from './PagedTable.tsx';
import { oneOf, useAsked } from './useAsked.ts';
import classes from './Staff.module.css';
import { counted } from './counted.ts';

const columnsFor = (withBrand: boolean): DataColumn<ListedOrganization>[] => [
  {
    id: 'name',
    header: 'Organization',
    width: '26%',
    sortBy: true,
    cell: (row) => (
      <Link className={classes.name} href={staffPaths.organization(row.orgId)}>
        {row.companyName}
      </Link>
    ),
  },
  {
    id: 'channel',
    header: withBrand ? 'Brand and channel' : 'Channel',
    cell: (row) => (
      <>
        {withBrand && <span className={classes.whole}>{row.brand} ·</span>}{' '}
        <span className={classes.whole}>{row.channelId}</span>
      </>
    ),
  },
  {
    id: 'plan',
    header: 'Plan',
    sortBy: true,
    cell: (row) => <span className={classes.whole}>{row.planName}</span>,
  },
  { id: 'status', header: 'Status', cell: (row) => <SubscriptionPill organization={row} /> },
  {
    id: 'rating',
    header: 'Rating',
    align: 'end',
    cell: ({ rating, ratedOn }) =>
      rating === null || ratedOn === null ? (
        '–'
      ) : (
        <>
          {rating}
          <span className="block text-small leading-5 text-dimmed whitespace-nowrap">
            {dayWords(ratedOn)}
          </span>
        </>
      ),
  },
  {
    id: 'highs',
    header: 'Open high issues',
    align: 'end',
    cell: (row) => row.openHighs.toLocaleString('en-US'),
  },
  {
    id: 'sign-up',
    header: 'Signed up',
    sortBy: true,
    cell: (row) => <span className={classes.whole}>{shownDay(row.signUpDate)}</span>,
  },
  { id: 'admins', header: 'Admins', align: 'end', cell: (row) => row.administrators },
  {
    id: 'activity',
    header: 'Last active',
    cell: (row) => (
      <span className={classes.whole}>{row.lastActivity ? shownDay(row.lastActivity) : 'Never'}</span>
    ),
  },
];

/** Where staff find the organisation that asked for help. */
export function OrganizationsScreen() {
  const { asked, page, change } = useAsked({ search: '', brandId: '', sort: 'name', direction: 'ascending' });
  const request: ListRequest = {
    search: asked.search,
    brandId: asked.brandId.slice(0, 50),
    sort: oneOf(organizationSorts, asked.sort, 'name'),
    direction: oneOf(['ascending', 'descending'], asked.direction, 'ascending'),
    page,
  };
  const member = useMember();
  const { data, error, isError, isFetching, refetch } = useOrganizations(request);
  const brand = member.data?.brand;
  const brands = member.data?.brands ?? [];
  const isNarrowed = request.search !== '' || request.brandId !== '';
  return (
    <>
      <PageHeader
        title="Organizations"
        purpose={
          brand
            ? `Customers of ${brand}. Choose the one that asked for help.`
            : 'Customers of every brand. Choose the one that asked for help.'
        }
      />
      <div className="flex flex-wrap items-end justify-between gap-3 gap-x-6 mb-4">
        <div className={`${classes.narrow} flex flex-wrap items-end gap-3`}>
          <SearchField
            placeholder="Company, website, or email"
            value={request.search}
            className={classes.search}
            onSearch={(search) => change({ search })}
          />
          {/* there from the start, so that the list does not move when the brands are known */}
          {(member.isPending || brands.length > 1) && (
            <FilterSelect
              disabled={member.isPending}
              label="Brand"
              value={request.brandId}
              every="Every brand"
              options={brands.map((one) => ({ value: one.brandId, label: one.name }))}
              onChange={(brandId) => change({ brandId })}
            />
          )}
        </div>
        <p className={`${classes.count} text-dimmed tabular-nums`} aria-live="polite">
          {data ? counted(data.total, 'organization', 'organizations') : '\u00a0'}
        </p>
      </div>
      {isError && !data && (
        <ErrorState
          title="The organizations could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {messageOf(error)}
        </ErrorState>
      )}
      {!isError && !data && <SkeletonPanel lines={8} height={480} label="Loading organizations" />}
      {data && (
        <TablePage
          page={data}
          busy={isFetching}
          things="organizations"
          caption="Organizations"
          columns={columnsFor(!brand)}
          rows={data.organizations}
          rowKey={(row) => row.orgId}
          sort={{ column: request.sort, direction: request.direction }}
          onSort={({ column, direction }) => change({ sort: column, direction })}
          drawing={<DrawingBuilding />}
          empty={
            isNarrowed
              ? {
                  title: 'Nothing found',
                  text: 'No company, website, or administrator matches. Try part of the name, the address that the customer wrote from, or another brand.',
                }
              : {
                  title: 'No organizations yet',
                  text: 'Customers appear here as soon as they have signed up.',
                }
          }
          onPage={(to) => change({ page: to })}
        />
      )}
    </>
  );
}
