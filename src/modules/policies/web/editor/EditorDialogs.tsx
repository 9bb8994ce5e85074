import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { policiesPaths } from '../../paths.ts';
import { DeleteDraftDialog } from '../dialogs/DeleteDraftDialog.tsx';
import { LeaveDialog } from '../dialogs/LeaveDialog.tsx';
import type { useEditor } from './useEditor.ts';

const ApproveDialog = lazy(async () => ({
  default: (await import('../dialogs/ApproveDialog.tsx')).ApproveDialog,
}));
const NotifyDialog = lazy(async () => ({
  default: (await import('../dialogs/NotifyDialog.tsx')).NotifyDialog,
}));
const ConflictDialog = lazy(async () => ({
  default: (await import('../dialogs/ConflictDialog.tsx')).ConflictDialog,
}));
const NewTemplateDialog = lazy(async () => ({
  default: (await import('../dialogs/NewTemplateDialog.tsx')).NewTemplateDialog,
}));
const CompanyValuesDialog = lazy(async () => ({
  default: (await import('../dialogs/CompanyValuesDialog.tsx')).CompanyValuesDialog,
}));

/** What opens over the editor. */
export function EditorDialogs({ editor }: { editor: ReturnType<typeof useEditor> }) {
  const { place, guard, dialog, actions, version, run } = editor;
  const { base, now } = place.desk;
  const busy = actions.save.isPending;
  const navigate = useNavigate();
  const proceed = () => guard.blocker.state === 'blocked' && guard.blocker.proceed();
  const draft = {
    name: base.custom ? now.name.trim() : base.name,
    version,
    note: base.status === 'Draft' ? base.note : '',
    missing: editor.missing.map(({ key, label }) => ({ key, label })),
    onMissing: editor.goTo,
    busy,
    error: editor.failure,
    onClose: dialog.close,
  };
  return (
    <>
      <Suspense fallback={null}>
        {dialog.open === 'approve' && (
          <ApproveDialog
            {...draft}
            onApprove={(approval) =>
              run({ kind: 'approve', extra: { ...approval, status: 'Active', mode: null } })
            }
          />
        )}
        {dialog.open === 'notify' && (
          <NotifyDialog
            {...draft}
            last={base.request}
            onSend={(notification) => run({ kind: 'notify', extra: { ...notification, mode: 'sent' } })}
          />
        )}
        {dialog.open === 'delete' && (
          <DeleteDraftDialog
            policy={base}
            onClose={dialog.close}
            onDeleted={() => {
              place.abandon();
              guard.release();
              void navigate(policiesPaths.home, { replace: true });
            }}
          />
        )}
        {dialog.open === 'template' && (
          <NewTemplateDialog
            policy={base}
            dirty={place.dirty}
            onClose={dialog.close}
            onTaken={(next) => {
              dialog.close();
              void navigate(policiesPaths.version(next.id, next.version), { replace: true });
            }}
          />
        )}
        {dialog.open === 'company' && <CompanyValuesDialog onClose={dialog.close} />}
        {actions.conflict && (
          <ConflictDialog
            id={base.id}
            mine={now}
            again={actions.conflict.kind === 'approve' ? 'Approve mine instead' : 'Save mine over it'}
            busy={busy}
            onTheirs={actions.takeTheirs}
            onMine={actions.overwrite}
            onClose={actions.closeConflict}
          />
        )}
      </Suspense>
      <LeaveDialog
        blocker={guard.blocker}
        busy={busy}
        onSave={() => run({ kind: 'save', extra: {}, after: proceed })}
      />
    </>
  );
}
