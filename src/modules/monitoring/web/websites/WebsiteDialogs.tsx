import { lazy, Suspense } from 'react';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import type { ScanWire, ScheduleWire } from '../../entities.ts';
import { useCancelScan } from '../changes.ts';
import { messageOf } from '../messages.ts';
import type { ShowWebsite, Target, TargetList } from '../queries.ts';

const loadAdd = () => import('./AddWebsiteDialog.tsx');
const loadSchedule = () => import('../schedules/ScheduleDialog.tsx');
const loadProof = () => import('../ownership/ProofDialog.tsx');
const loadSettings = () => import('../scanSettings/ScanSettingsDialog.tsx');
const loadRename = () => import('./RenameDialog.tsx');
const AddWebsiteDialog = lazy(async () => ({ default: (await loadAdd()).AddWebsiteDialog }));
const ScheduleDialog = lazy(async () => ({ default: (await loadSchedule()).ScheduleDialog }));
const ProofDialog = lazy(async () => ({ default: (await loadProof()).ProofDialog }));
const ScanSettingsDialog = lazy(async () => ({ default: (await loadSettings()).ScanSettingsDialog }));
const RenameDialog = lazy(async () => ({ default: (await loadRename()).RenameDialog }));

/** Fetches the code of the dialogs before one is asked for. */
export const prepareDialogs = (): void =>
  void Promise.allSettled([loadAdd(), loadSchedule(), loadRename(), loadProof(), loadSettings()]);

/** Which dialog is open, with what it was opened for: what comes in meanwhile does not change it under the person's hands. */
export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'rename' | 'remove' | 'proof' | 'settings'; target: Target }
  | { kind: 'schedule'; target: Target; schedule: ScheduleWire | null }
  | { kind: 'cancel'; target: Target; scan: ScanWire };

type WebsiteDialogsProps = {
  open: OpenDialog | null;
  list: TargetList;
  onClose: () => void;
  onShow: ShowWebsite;
  onRemove: (target: Target) => void;
};

export function WebsiteDialogs({ open, list, onClose, onShow, onRemove }: WebsiteDialogsProps) {
  const closeAdded = (added: Parameters<ShowWebsite>[0] | null) => {
    onClose();
    if (added) void onShow(added);
  };
  if (!open) return null;
  const dialog = () => {
    switch (open.kind) {
      case 'add':
        return <AddWebsiteDialog list={list} onClose={closeAdded} />;
      case 'rename': {
        const others = list.targetList
          .filter((one) => one.targetId !== open.target.targetId)
          .map((one) => one.targetName);
        return <RenameDialog target={open.target} takenNames={others} onClose={onClose} onShow={onShow} />;
      }
      case 'schedule':
        return <ScheduleDialog target={open.target} schedule={open.schedule} list={list} onClose={onClose} />;
      case 'proof':
        return <ProofDialog target={open.target} onClose={onClose} />;
      case 'settings':
        return <ScanSettingsDialog target={open.target} onClose={onClose} />;
      case 'cancel':
        return <CancelScanDialog target={open.target} scan={open.scan} onClose={onClose} />;
      case 'remove':
        return (
          <ConfirmDialog
            opened
            danger
            title="Remove Website?"
            confirmLabel="Remove"
            onConfirm={() => onRemove(open.target)}
            onCancel={onClose}
          >
            <p>Are you sure you want to remove this website? Your scan reports will also be removed.</p>
            <p style={{ marginTop: 8 }}>
              <strong>
                <bdi>{open.target.targetName}</bdi>
              </strong>
            </p>
          </ConfirmDialog>
        );
    }
  };
  return <Suspense fallback={null}>{dialog()}</Suspense>;
}

function CancelScanDialog({
  target,
  scan,
  onClose,
}: {
  target: Target;
  scan: ScanWire;
  onClose: () => void;
}) {
  const cancel = useCancelScan();
  return (
    <ConfirmDialog
      opened
      danger
      title="Cancel Scan?"
      confirmLabel="Cancel Scan"
      cancelLabel="Keep scanning"
      busy={cancel.isPending}
      error={cancel.error ? messageOf(cancel.error) : undefined}
      onConfirm={() =>
        cancel.mutate({ zeguroTargetId: target.targetId, zeguroScanId: scan.scanId }, { onSuccess: onClose })
      }
      onCancel={onClose}
    >
      Are you sure you want to cancel the scan currently running on {target.targetUrl}
    </ConfirmDialog>
  );
}
