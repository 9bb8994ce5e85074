import { TextInput } from '@mantine/core';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { isNameTaken, nameProblem, websiteNameMax } from '../../rules.ts';
import { useRenameWebsite } from '../changes.ts';
import classes from '../Dialogs.module.css';
import { messageOf, wording } from '../messages.ts';
import type { ShowWebsite, Target } from '../queries.ts';

type RenameDialogProps = { target: Target; takenNames: string[]; onClose: () => void; onShow: ShowWebsite };

export function RenameDialog({ target, takenNames, onClose, onShow }: RenameDialogProps) {
  const form = useChangeForm(useRenameWebsite(onShow), {
    start: { appName: target.targetName },
    rules: {
      appName: (name) => nameProblem(name) ?? (isNameTaken(name, takenNames) ? wording.nameTaken : null),
    },
    refusals: { 'name-taken': 'appName' },
    messageOf,
  });
  return (
    <FormDialog
      title="Edit Website Name"
      size={480}
      className="stack gap-5"
      actions={classes.actions}
      form={form.sends(({ appName }) => {
        if (appName.trim() !== target.targetName) return { zeguroTargetId: target.targetId, appName };
        onClose();
        return null;
      }, onClose)}
      busy={form.busy}
      error={form.failure}
      submit="Save"
      onClose={onClose}
    >
      <TextInput
        label="Website name"
        required
        data-autofocus
        autoComplete="off"
        // one more than allowed can be typed, so that nobody loses the end of a name unseen
        maxLength={websiteNameMax * 2}
        {...form.input('appName')}
      />
    </FormDialog>
  );
}
