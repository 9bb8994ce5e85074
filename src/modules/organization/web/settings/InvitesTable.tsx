import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { shownDay } from '#platform/dates.ts';
import { EmailAddress } from '#ui/text/EmailAddress.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { ShowDialog } from './AdminsTab.tsx';
import { useResendInvite } from './changes.ts';
import { nameOf } from './ConfirmDialogs.tsx';
import { matching } from './fields.ts';
import type { ListedInvite } from './queries.ts';
import { RowMenu, type RowAction } from './RowMenu.tsx';
import classes from './Settings.module.css';

const statuses: Record<
  ListedInvite['status'],
  { label: string; tone: NonNullable<StatusPillProps['tone']> }
> = {
  sent: { label: 'Waiting', tone: 'accent' },
  expired: { label: 'Expired', tone: 'warning' },
  canceled: { label: 'Cancelled', tone: 'neutral' },
};

type Act = { onDialog: ShowDialog; onResend: (invite: ListedInvite) => void };

function actionsOf(invite: ListedInvite, { onDialog, onResend }: Act): RowAction[] {
  const open = invite.status !== 'canceled';
  const show = (kind: 'editInvite' | 'cancelInvite' | 'removeInvite') => (from: HTMLElement | null) =>
    onDialog({ kind, invite }, from);
  return [
    {
      id: 'resend',
      label: invite.status === 'canceled' ? 'Invite again' : 'Send again',
      icon: <IconMailForward size={18} stroke={1.5} aria-hidden />,
      onSelect: () => onResend(invite),
    },
    ...(open
      ? [
          {
            id: 'edit',
            label: 'Edit',
            icon: <IconPencil size={18} stroke={1.5} aria-hidden />,
            onSelect: show('editInvite'),
          },
        ]
      : []),
    ...(invite.status === 'sent'
      ? [
          {
            id: 'cancel',
            label: 'Cancel Invite',
            danger: true,
            icon: <IconX size={18} stroke={1.5} aria-hidden />,
            onSelect: show('cancelInvite'),
          },
        ]
      : [
          {
            id: 'remove',
            label: 'Remove',
            danger: true,
            icon: <IconTrash size={18} stroke={1.5} aria-hidden />,
            onSelect: show('removeInvite'),
          },
        ]),
  ];
}

const columnsOf = (act: Act): DataColumn<ListedInvite>[] => [
  {
    id: 'name',
    header: 'Invited',
    sortBy: nameOf,
    cell: (invite) => (
      <span className="grid gap-0.5">
        <span className="inline-row flex-wrap gap-2">{nameOf(invite)}</span>
        {nameOf(invite) !== invite.email && (
          <EmailAddress className="text-small font-normal text-dimmed">{invite.email}</EmailAddress>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortBy: (invite) => statuses[invite.status].label,
    cell: (invite) => (
      <StatusPill tone={statuses[invite.status].tone}>{statuses[invite.status].label}</StatusPill>
    ),
  },
  {
    id: 'by',
    header: 'Sent by',
    sortBy: (invite) => invite.invitedBy,
    cell: (invite) => invite.invitedBy ?? <span className="text-dimmed">–</span>,
  },
  {
    id: 'expires',
    header: 'Link ends',
    width: '150px',
    sortBy: (invite) => invite.expirationDate,
    cell: (invite) =>
      invite.status === 'canceled' ? <span className="text-dimmed">–</span> : shownDay(invite.expirationDate),
  },
  {
    id: 'actions',
    header: 'Actions',
    hiddenHeader: true,
    align: 'end',
    width: '72px',
    cell: (invite) => (
      <RowMenu
        id={`invite-${invite.linkId}`}
        label={`Actions for the invite to ${nameOf(invite)}`}
        actions={actionsOf(invite, act)}
      />
    ),
  },
];

type InvitesTableProps = { invites: ListedInvite[]; search: string; onDialog: ShowDialog };

export function InvitesTable({ invites, search, onDialog }: InvitesTableProps) {
  const resend = useResendInvite();
  const found = matching(
    invites,
    search,
    (invite) => `${nameOf(invite)} ${invite.email} ${invite.jobTitle} ${statuses[invite.status].label}`,
  );
  return (
    <DataTable
      caption="Invites"
      columns={columnsOf({ onDialog, onResend: ({ linkId }) => resend.mutate({ linkId }) })}
      rows={found}
      rowKey={(invite) => invite.linkId}
      initialSort={{ column: 'expires', direction: 'descending' }}
      paging={{ perPage: 10, label: 'Pages of Invites', className: classes.pager }}
      empty={
        <p className={`${classes.nothing} text-dimmed`}>
          {invites.length > 0
            ? `No invite matches “${search.trim()}”.`
            : 'There are no open invitations. Two pairs of eyes are better than one.'}
        </p>
      }
    />
  );
}
