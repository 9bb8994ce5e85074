import { Button, Modal } from '@mantine/core';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Policy } from '../../entities.ts';
import { useTakeNewTemplate } from '../changes.ts';
import { DiffLines } from '../history/DiffLines.tsx';
import classes from './Dialogs.module.css';
import { isRefusal, messageOf } from '../messages.ts';
import { useComparison } from '../queries.ts';

type NewTemplateDialogProps = {
  policy: Policy;
  /** True while there is unsaved work, which would not come along. */
  dirty: boolean;
  onTaken: (policy: Policy) => void;
  onClose: () => void;
};

/** Shows what our newer text changes, and opens the next draft from it. */
export function NewTemplateDialog({ policy, dirty, onTaken, onClose }: NewTemplateDialogProps) {
  const comparison = useComparison(policy.id, policy.version, 'template');
  const take = useTakeNewTemplate();
  const busy = take.isPending;
  return (
    <Modal {...formModal(busy, onClose)} title="Newer template" size={820}>
      <div className="stack gap-5">
        <FormError>
          {take.error
            ? isRefusal(take.error, 'changed-meanwhile')
              ? 'Someone else saved this policy in the meantime. Close this dialog and reload the page first.'
              : messageOf(take.error)
            : null}
        </FormError>
        <p>
          We have improved the text of this policy. Below is what would change, with your values filled in.
          Taking it opens a draft
          {policy.status === 'Active'
            ? `, and version ${policy.version} stays in force until you approve that`
            : ' in the place of this one'}
          .
        </p>
        {comparison.isError ? (
          <QueryFailed
            title="The comparison could not be loaded"
            level={3}
            query={comparison}
            words={messageOf}
          />
        ) : comparison.data ? (
          <section className={`${classes.compare} border rounded`} aria-label="What changes">
            <DiffLines lines={comparison.data.lines} />
          </section>
        ) : (
          <SkeletonPanel bare lines={6} height={240} label="Comparing" />
        )}
        {dirty && (
          <div className={`border-warning px-3 py-2.5 text-warning rounded bg-warning`}>
            Save your draft first: unsaved changes would not be included.
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Not now
          </Button>
          <Button
            disabled={!comparison.data || dirty}
            loading={busy}
            onClick={() =>
              take.mutate(
                { policyType: policy.id, etag: policy.etag },
                { onSuccess: ({ data }) => onTaken(data) },
              )
            }
          >
            Use newer template
          </Button>
        </div>
      </div>
    </Modal>
  );
}
