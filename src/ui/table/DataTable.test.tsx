// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DataTable, type DataColumn } from './DataTable.tsx';
import type { SortState } from './sortRows.ts';
import { renderUi } from '../testing/render.tsx';

type Policy = { name: string; readers: number | null };

const rows: Policy[] = [
  { name: 'Policy 10', readers: 3 },
  { name: 'policy 2', readers: null },
  { name: 'Access', readers: 12 },
];

const columns: DataColumn<Policy>[] = [
  { id: 'name', header: 'Policy', cell: (row) => row.name, sortBy: (row) => row.name },
  {
    id: 'readers',
    header: 'Readers',
    cell: (row) => row.readers ?? 'None',
    sortBy: (row) => row.readers,
    align: 'end',
  },
  { id: 'plain', header: 'Plain', cell: () => 'x' },
];

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const table = () =>
  renderUi(
    <DataTable
      caption="Policies"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.name}
      empty="Nothing yet"
    />,
  );

describe('a table', () => {
  it('is named and shows rows as they come', () => {
    table();
    expect(screen.getByRole('table', { name: 'Policies' })).toBeTruthy();
    expect(names()).toEqual(['Policy 10', 'policy 2', 'Access']);
  });

  it('sorts by a header, words as people count, and turns around on the second press', async () => {
    table();
    const header = screen.getByRole('columnheader', { name: 'Policy' });
    await userEvent.click(within(header).getByRole('button'));
    expect(names()).toEqual(['Access', 'policy 2', 'Policy 10']);
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(header).getByRole('button'));
    expect(names()).toEqual(['Policy 10', 'policy 2', 'Access']);
    expect(header.getAttribute('aria-sort')).toBe('descending');
  });

  it('keeps rows without a value last either way', async () => {
    table();
    const button = within(screen.getByRole('columnheader', { name: 'Readers' })).getByRole('button');
    await userEvent.click(button);
    expect(names()).toEqual(['Policy 10', 'Access', 'policy 2']);
    await userEvent.click(button);
    expect(names()).toEqual(['Access', 'Policy 10', 'policy 2']);
  });

  it('sorts by the field that narrow screens show', async () => {
    table();
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Readers, descending');
    expect(names()).toEqual(['Access', 'Policy 10', 'policy 2']);
  });

  it('offers no sorting where a column has none', () => {
    table();
    const header = screen.getByRole('columnheader', { name: 'Plain' });
    expect(within(header).queryByRole('button')).toBeNull();
    expect(header.hasAttribute('aria-sort')).toBe(false);
  });

  it('shows a page at a time of what is sorted as a whole, and begins again when the sorting changes', async () => {
    renderUi(
      <DataTable
        caption="Policies"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.name}
        initialSort={{ column: 'name', direction: 'ascending' }}
        paging={{ perPage: 2, label: 'Pages of policies' }}
      />,
    );
    expect(names()).toEqual(['Access', 'policy 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Page 2 of 2' }));
    expect(names()).toEqual(['Policy 10']);
    await userEvent.click(screen.getByRole('button', { name: 'Policy' }));
    expect(names()).toEqual(['Policy 10', 'policy 2']);
  });

  it('leaves the order to the owner of the sorting', async () => {
    const onSort = vi.fn<(sort: SortState) => void>();
    renderUi(
      <DataTable
        caption="Policies"
        columns={[{ ...columns[0]!, sortBy: true }]}
        rows={rows}
        rowKey={(row) => row.name}
        sort={{ column: 'name', direction: 'ascending' }}
        onSort={onSort}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Policy' }));
    expect(names()).toEqual(['Policy 10', 'policy 2', 'Access']);
    expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'descending' });
  });

  it('says what is missing where there is no row', () => {
    renderUi(
      <DataTable
        caption="Policies"
        columns={columns}
        rows={[]}
        rowKey={(row) => row.name}
        empty="Nothing yet"
      />,
    );
    expect(screen.getByText('Nothing yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
