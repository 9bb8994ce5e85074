import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconShieldOff from '@tabler/icons-react/dist/esm/icons/IconShieldOff.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { shownDay } from '#platform/dates.ts';
import { EmailAddress } from '#ui/text/EmailAddress.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ShowDialog } from './AdminsTab.tsx';
import { nameOf } from './ConfirmDialogs.tsx';
import { matching } from './fields.ts';
import type { Admin } from './queries.ts';
import { RowMenu } from './RowMenu.tsx';
import classes from './Settings.module.css';

type AdminsTableProps = {
  admins: Admin[];
  search: string;
  own: string;
  mayReset: boolean;
  onDialog: ShowDialog;
};

const columnsOf = ({
  own,
  mayReset,
  onDialog,
}: Pick<AdminsTableProps, 'own' | 'mayReset' | 'onDialog'>): DataColumn<Admin>[] => [
  {
    id: 'name',
    header: 'Name',
    sortBy: nameOf,
    cell: (admin) => (
      <span className="grid gap-0.5">
        <span className="inline-row flex-wrap gap-2">
          {nameOf(admin)}
          {admin.cognitoId === own && <StatusPill tone="accent">You</StatusPill>}
        </span>
        <EmailAddress className="text-small font-normal text-dimmed">{admin.email}</EmailAddress>
      </span>
    ),
  },
  {
    id: 'job',
    header: 'Job title',
    sortBy: (admin) => admin.jobTitle,
    cell: (admin) => admin.jobTitle || <span className="text-dimmed">–</span>,
  },
  {
    id: 'added',
    header: 'Admin since',
    width: '150px',
    sortBy: (admin) => admin.addedAt,
    cell: (admin) => shownDay(admin.addedAt),
  },
  {
    id: 'actions',
    header: 'Actions',
    hiddenHeader: true,
    align: 'end',
    width: '72px',
    cell: (admin) => (
      <RowMenu
        id={`admin-${admin.cognitoId}`}
        label={`Actions for ${nameOf(admin)}`}
        actions={[
          {
            id: 'edit',
            label: 'Edit',
            icon: <IconPencil size={18} stroke={1.5} aria-hidden />,
            onSelect: (from) => onDialog({ kind: 'edit', admin }, from),
          },
          ...(mayReset && admin.hasSecondFactor && admin.cognitoId !== own
            ? [
                {
                  id: 'resetFactor',
                  label: 'Reset second factor',
                  icon: <IconShieldOff size={18} stroke={1.5} aria-hidden />,
                  onSelect: (from: HTMLElement | null) => onDialog({ kind: 'resetFactor', admin }, from),
                },
              ]
            : []),
          // platform.md 6: nobody removes themself
          ...(admin.cognitoId === own
            ? []
            : [
                {
                  id: 'remove',
                  label: 'Remove',
                  danger: true,
                  icon: <IconUserMinus size={18} stroke={1.5} aria-hidden />,
                  onSelect: (from: HTMLElement | null) => onDialog({ kind: 'remove', admin }, from),
                },
              ]),
        ]}
      />
    ),
  },
];

export function AdminsTable({ admins, search, own, mayReset, onDialog }: AdminsTableProps) {
  const found = matching(admins, search, (admin) => `${nameOf(admin)} ${admin.email} ${admin.jobTitle}`);
  return (
    <DataTable
      caption="Admins"
      columns={columnsOf({ own, mayReset, onDialog })}
      rows={found}
      rowKey={(admin) => admin.cognitoId}
      initialSort={{ column: 'name', direction: 'ascending' }}
      paging={{ perPage: 10, label: 'Pages of Admins', className: classes.pager }}
      empty={<p className={`${classes.nothing} text-dimmed`}>No admin matches “{search.trim()}”.</p>}
    />
  );
}
