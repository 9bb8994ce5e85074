import { Button, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { fillWords } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { toast } from '#ui/notice/toast.ts';
import { useDialog } from '#ui/form/useDialog.ts';
import { AdminsTable } from './AdminsTable.tsx';
import { CancelInviteDialog, RemoveAdminDialog, RemoveInviteDialog } from './ConfirmDialogs.tsx';
import { InvitesTable } from './InvitesTable.tsx';
import { EditAdminDialog, EditInviteDialog, InviteDialog } from './PersonDialogs.tsx';
import { refreshAdmins, useAdmins, useInvites, type Admin, type ListedInvite } from './queries.ts';
import classes from './Settings.module.css';
import { toasts, whyNotShown } from './wording.ts';

export type OpenDialog =
  | { kind: 'invite' }
  | { kind: 'edit' | 'remove' | 'resetFactor'; admin: Admin }
  | { kind: 'editInvite' | 'cancelInvite' | 'removeInvite'; invite: ListedInvite };
export type ShowDialog = (dialog: OpenDialog, from: HTMLElement | null) => void;

/** A dialog of accounts, whose parts no other module imports. */
type Given = {
  ResetSecondFactor: ComponentType<{ admin: Admin; onClose: () => void; onReset: () => Promise<unknown> }>;
};

function Dialogs({
  open,
  onClose,
  ResetSecondFactor,
}: { open: OpenDialog | null; onClose: () => void } & Given) {
  if (!open) return null;
  if (open.kind === 'invite') return <InviteDialog onClose={onClose} />;
  if (open.kind === 'resetFactor')
    return (
      <Suspense fallback={null}>
        <ResetSecondFactor admin={open.admin} onClose={onClose} onReset={refreshAdmins} />
      </Suspense>
    );
  if ('admin' in open) {
    const Dialog = open.kind === 'edit' ? EditAdminDialog : RemoveAdminDialog;
    return <Dialog admin={open.admin} onClose={onClose} />;
  }
  if (open.kind === 'editInvite') return <EditInviteDialog invite={open.invite} onClose={onClose} />;
  if (open.kind === 'cancelInvite') return <CancelInviteDialog invite={open.invite} onClose={onClose} />;
  return <RemoveInviteDialog invite={open.invite} onClose={onClose} />;
}

/** Who administers the organisation, and who is invited to. */
export function AdminsTab({ ResetSecondFactor }: Given) {
  const { cognitoId, isZeguroServiceSession } = useSession();
  const admins = useAdmins();
  const invites = useInvites();
  const [search, setSearch] = useState('');
  const dialog = useDialog<OpenDialog>();
  const failed = admins.isError || invites.isError;
  useEffect(() => {
    if (failed) toast.danger(toasts.listFailed);
  }, [failed]);
  if (failed)
    return (
      <Panel>
        <ErrorState
          title="The administrators could not be loaded"
          kept="No one was changed."
          retrying={admins.isFetching || invites.isFetching}
          onRetry={() => void Promise.all([admins.refetch(), invites.refetch()])}
        >
          {whyNotShown(admins.error ?? invites.error)}
        </ErrorState>
      </Panel>
    );
  return (
    <>
      <div className={`${classes.toolbar} flex flex-wrap justify-between gap-3`}>
        <TextInput
          className={classes.search}
          aria-label="Search admins and invites"
          placeholder="Search by name, email or job title"
          type="search"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
          onClick={(event) => dialog.show({ kind: 'invite' }, event.currentTarget)}
        >
          Invite Admin
        </Button>
      </div>
      {admins.data && invites.data ? (
        <>
          <Panel
            flush
            title={fillWords('{brand} Admins')}
            description="Everyone here sees and manages the same things as you."
          >
            <AdminsTable
              admins={admins.data}
              search={search}
              own={cognitoId}
              mayReset={!isZeguroServiceSession}
              onDialog={dialog.show}
            />
          </Panel>
          <Panel flush title="Invites" description="Sent and not accepted yet. A link works for seven days.">
            <InvitesTable invites={invites.data} search={search} onDialog={dialog.show} />
          </Panel>
        </>
      ) : (
        // together: the length of the first list places the second
        <>
          <SkeletonPanel lines={4} height={320} label="Loading admins" />
          <SkeletonPanel lines={2} height={180} label="Loading invites" />
        </>
      )}
      <Dialogs open={dialog.open} onClose={dialog.close} ResetSecondFactor={ResetSecondFactor} />
    </>
  );
}
