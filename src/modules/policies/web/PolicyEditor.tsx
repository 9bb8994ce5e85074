import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { BackLink } from '#ui/BackLink.tsx';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useDialog } from '#ui/useDialog.ts';
import type { Policy } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import { CustomEditor, nameFieldId } from './CustomEditor.tsx';
import { DeleteDraftDialog } from './DeleteDraftDialog.tsx';
import classes from './Editor.module.css';
import { EditorNotices } from './EditorNotices.tsx';
import { fieldId, focusField, missingOf, problemsOf } from './fields.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { disclaimer, isRefusal, messageOf } from './messages.ts';
import { PolicyMenu } from './PolicyMenu.tsx';
import { standingOf, StandingPill } from './PolicyPills.tsx';
import { SaveBar } from './SaveBar.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';
import { useDesk, useLeaveGuard } from './useDesk.ts';
import { usePolicyActions, type Errand } from './usePolicyActions.ts';

const ApproveDialog = lazy(async () => ({ default: (await import('./ApproveDialog.tsx')).ApproveDialog }));
const NotifyDialog = lazy(async () => ({ default: (await import('./NotifyDialog.tsx')).NotifyDialog }));
const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }));
const NewTemplateDialog = lazy(async () => ({
  default: (await import('./NewTemplateDialog.tsx')).NewTemplateDialog,
}));
const CompanyValuesDialog = lazy(async () => ({
  default: (await import('./CompanyValuesDialog.tsx')).CompanyValuesDialog,
}));

type Dialog = 'approve' | 'notify' | 'delete' | 'template' | 'company';

/** Ctrl+S and Cmd+S save the draft, as everywhere else. */
function useSaveKey(onSave: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 's'
      )
        return;
      event.preventDefault();
      if (!event.repeat) onSave();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onSave]);
}

type PolicyEditorProps = { policy: Policy; slot: string; visit: string };

/** A draft, or a template that becomes one: what is typed, how it stands, and what can be done with it. */
export function PolicyEditor({ policy: loaded, slot, visit }: PolicyEditorProps) {
  const place = useDesk(loaded, slot);
  const { desk, dirty } = place;
  const { base, now } = desk;
  const { template } = base;
  const guard = useLeaveGuard(dirty);
  const dialog = useDialog<Dialog>();
  const navigate = useNavigate();
  const [tried, setTried] = useState(false);
  // as they stood when saving was tried: a list that came while somebody types would take the focus
  const [complaints, setComplaints] = useState<{ id: string; message: string }[]>([]);
  const [half, setHalf] = useState<'form' | 'paper'>('form');
  const actions = usePolicyActions({ place, visit, release: guard.release, onDone: dialog.close });
  const { save } = actions;

  const problems = template ? problemsOf(template, now.values) : [];
  const missing = template ? missingOf(template, now.values) : [];
  const nameError = base.custom && tried && now.name.trim() === '' ? 'Please give the policy a name.' : null;
  const taken =
    base.custom && isRefusal(save.error, 'name-taken') && save.variables?.policy.name === now.name.trim();
  // an approved version stays in force, and what is written here becomes the next one once it is saved
  const isNext = base.status === 'Active';
  const version = isNext ? base.version + 1 : base.version;
  const hasDraft = base.saved && !isNext;

  const isReady = () => {
    setTried(true);
    setComplaints(
      problems.map(({ spec, problem }) => ({ id: fieldId(spec.key), message: `${spec.label}: ${problem}` })),
    );
    if (problems.length > 0) setHalf('form');
    if (base.custom && now.name.trim() === '') document.getElementById(nameFieldId)?.focus();
    return problems.length === 0 && !(base.custom && now.name.trim() === '');
  };
  const run = (errand: Errand) => {
    if (isReady()) actions.run(errand);
    else if (guard.blocker.state === 'blocked') guard.blocker.reset();
  };
  const saveDraft = () => run({ kind: 'save', extra: {} });
  useSaveKey(saveDraft);
  const open = (kind: Dialog) => (from: HTMLElement | null) => {
    if (isReady() || kind === 'delete' || kind === 'company') dialog.show(kind, from);
  };
  const goTo = (key: string) => {
    dialog.close();
    setHalf('form');
    // once the dialog has given the focus back
    setTimeout(() => focusField(key), 50);
  };
  const failure =
    save.error && !isRefusal(save.error, 'changed-meanwhile', 'name-taken') ? messageOf(save.error) : null;
  const asked = missing.map(({ key, label }) => ({ key, label }));
  const proceed = () => guard.blocker.state === 'blocked' && guard.blocker.proceed();

  return (
    <>
      <PageHeader
        trail={<BackLink href={policiesPaths.home}>Security Policies</BackLink>}
        title={<bdi>{base.custom ? now.name || 'New custom policy' : base.name}</bdi>}
        badge={
          <span className="inline-row flex-wrap gap-2 text-dimmed">
            <StandingPill
              standing={
                hasDraft ? standingOf({ ...base, returned: base.request?.outcome === 'returned' }) : 'unsaved'
              }
            />
            Version {version}
          </span>
        }
        purpose={
          template?.summary ??
          'Write down a rule of your own. It is approved, kept, and reviewed like every other policy.'
        }
        menu={
          <PolicyMenu
            policy={base}
            dirty={dirty}
            onNotify={open('notify')}
            {...(base.newerTemplate ? { onNewTemplate: open('template') } : {})}
            {...(base.saved && base.status === 'Draft' ? { onDelete: open('delete') } : {})}
          />
        }
      />
      <EditorNotices
        policy={base}
        offered={place.offered}
        onRestore={place.restore}
        onDiscard={place.discardOffer}
        onNewTemplate={base.newerTemplate ? open('template') : null}
      />
      <SaveBar
        base={base}
        dirty={dirty}
        missing={missing.length}
        onMissing={() => goTo(missing[0]!.key)}
        busy={save.isPending}
        onSave={saveDraft}
        onApprove={open('approve')}
      />
      {complaints.length > 0 && (
        <div className={classes.notices}>
          <FormError fields={complaints}>Correct these before the draft is saved:</FormError>
        </div>
      )}
      {template ? (
        <TemplateEditor
          name={base.name}
          version={version}
          stamp={hasDraft ? 'Draft' : 'Unsaved draft'}
          template={template}
          given={now.values}
          problems={new Map(problems.map(({ spec, problem }) => [spec.key, problem]))}
          edition={desk.edition}
          half={half}
          onHalf={setHalf}
          onChange={(values) => {
            setComplaints([]);
            place.change({ values });
          }}
          onCompany={open('company')}
        />
      ) : (
        <CustomEditor
          name={now.name}
          nameError={nameError ?? (taken ? messageOf(save.error) : null)}
          text={now.text}
          edition={desk.edition}
          onName={(name) => place.change({ name })}
          onReady={place.spell}
          onText={(text) => place.change({ text })}
        />
      )}
      <p className={`${classes.after} text-small text-dimmed text-pretty mt-4`}>
        After approval this text is frozen and in force; changes start a new draft, and the list reminds you
        when the review is due. {disclaimer}
      </p>
      <Suspense fallback={null}>
        {dialog.open === 'approve' && (
          <ApproveDialog
            name={base.custom ? now.name.trim() : base.name}
            version={version}
            note={base.status === 'Draft' ? base.note : ''}
            missing={asked}
            onMissing={goTo}
            busy={save.isPending}
            error={failure}
            onApprove={(approval) =>
              run({ kind: 'approve', extra: { ...approval, status: 'Active', mode: null } })
            }
            onClose={dialog.close}
          />
        )}
        {dialog.open === 'notify' && (
          <NotifyDialog
            name={base.custom ? now.name.trim() : base.name}
            version={version}
            note={base.status === 'Draft' ? base.note : ''}
            last={base.request}
            missing={asked}
            onMissing={goTo}
            busy={save.isPending}
            error={failure}
            onSend={(notification) => run({ kind: 'notify', extra: { ...notification, mode: 'sent' } })}
            onClose={dialog.close}
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
            dirty={dirty}
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
            busy={save.isPending}
            onTheirs={actions.takeTheirs}
            onMine={actions.overwrite}
            onClose={actions.closeConflict}
          />
        )}
      </Suspense>
      <LeaveDialog
        blocker={guard.blocker}
        busy={save.isPending}
        onSave={() => run({ kind: 'save', extra: {}, after: proceed })}
      />
    </>
  );
}
