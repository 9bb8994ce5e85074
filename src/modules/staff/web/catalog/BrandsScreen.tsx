import { Button } from '@mantine/core';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { BrandRow } from '../../catalogSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { useMember } from '../queries.ts';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Catalog.module.css';
import { WhenLoaded } from '../WhenLoaded.tsx';
import { useBrands } from './queries.ts';
import { StandingPill } from './StandingPill.tsx';

const columns: DataColumn<BrandRow>[] = [
  {
    id: 'name',
    header: 'Brand',
    width: '34%',
    sortBy: (row) => row.brandNameLong,
    cell: (row) => (
      <span className="row gap-3">
        {row.mark && <img src={row.mark} alt="" width={32} height={32} />}
        <TwoLines below={row.brandId}>
          <Link className={staff.name} href={staffPaths.brand(row.brandId)}>
            {row.brandNameLong}
          </Link>
        </TwoLines>
      </span>
    ),
  },
  {
    id: 'domain',
    header: 'Web domain',
    cell: (row) => <span className="wrap-anywhere">{row.webDomain}</span>,
  },
  {
    id: 'accent',
    header: 'Accent',
    cell: (row) => (
      <span className="inline-row gap-2 tabular-nums">
        <span
          className={`${classes.swatch} flex-none border rounded-sm`}
          style={{ background: row.accent }}
          aria-hidden
        />
        {row.accent}
      </span>
    ),
  },
  {
    id: 'channels',
    header: 'Channels',
    align: 'end',
    sortBy: (row) => row.channels,
    cell: (row) => row.channels,
  },
  {
    id: 'organizations',
    header: 'Organizations',
    align: 'end',
    sortBy: (row) => row.organizations,
    cell: (row) => row.organizations.toLocaleString('en-US'),
  },
  { id: 'standing', header: 'Version', cell: (row) => <StandingPill standing={row} /> },
];

/** Whose portals this installation serves. */
export function BrandsScreen() {
  const brands = useBrands();
  const member = useMember();
  return (
    <>
      <PageHeader
        title="Brands"
        purpose="Names, looks, and addresses of the portals. Changes take effect everywhere within seconds."
        action={
          member.data?.brand === null && (
            <Button component={Link} href={staffPaths.newBrand}>
              New brand
            </Button>
          )
        }
      />
      <WhenLoaded of={brands} what="the brands">
        {(rows) => (
          <Panel flush className={staff.table}>
            <DataTable caption="Brands" columns={columns} rows={rows} rowKey={(row) => row.brandId} />
          </Panel>
        )}
      </WhenLoaded>
    </>
  );
}
