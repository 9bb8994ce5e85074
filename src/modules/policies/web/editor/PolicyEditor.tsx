import { BackLink } from '#ui/page/BackLink.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { policiesPaths } from '../../paths.ts';
import { CustomEditor } from './CustomEditor.tsx';
import classes from './Editor.module.css';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { disclaimer } from '../messages.ts';
import { PolicyMenu } from '../PolicyMenu.tsx';
import { standingOf, StandingPill } from '../PolicyPills.tsx';
import { SaveBar } from './SaveBar.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';
import { useEditor, type PolicyEditorProps } from './useEditor.ts';

/** A draft, or a template that becomes one: what is typed, how it stands, and what can be done with it. */
export function PolicyEditor(props: PolicyEditorProps) {
  const editor = useEditor(props);
  const { place, version, hasDraft, open } = editor;
  const { desk, dirty } = place;
  const { base, now } = desk;
  const { template } = base;
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
        missing={editor.missing.length}
        onMissing={() => editor.goTo(editor.missing[0]!.key)}
        busy={editor.actions.save.isPending}
        onSave={editor.saveDraft}
        onApprove={open('approve')}
      />
      {editor.complaints.length > 0 && (
        <div className={classes.notices}>
          <FormError fields={editor.complaints}>Correct these before the draft is saved:</FormError>
        </div>
      )}
      {template ? (
        <TemplateEditor
          name={base.name}
          version={version}
          stamp={hasDraft ? 'Draft' : 'Unsaved draft'}
          template={template}
          given={now.values}
          problems={new Map(editor.problems.map(({ spec, problem }) => [spec.key, problem]))}
          edition={desk.edition}
          half={editor.half}
          onHalf={editor.setHalf}
          onChange={(values) => editor.change({ values })}
          onCompany={open('company')}
        />
      ) : (
        <CustomEditor
          name={now.name}
          nameError={editor.nameError}
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
      <EditorDialogs editor={editor} />
    </>
  );
}
