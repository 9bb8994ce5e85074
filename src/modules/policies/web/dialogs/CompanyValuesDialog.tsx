import { Button, Modal } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { GivenValues } from '../../document.ts';
import { useSaveCompanyValues } from '../changes.ts';
import classes from './Dialogs.module.css';
import { fieldId, problemsOf, shownOf, withValue } from '../editor/fields.ts';
import { isRefusal, messageOf } from '../messages.ts';
import { useCompanyValues, type CompanyValues } from '../queries.ts';
import { ValueField } from '../editor/ValueField.tsx';

/** What every policy says about the company, in one place. */
export function CompanyValuesDialog({ onClose }: { onClose: () => void }) {
  const company = useCompanyValues();
  // what was remembered may be old, and a form stands on it
  const data = company.isFetchedAfterMount && !company.isError ? company.data : undefined;
  return (
    <Modal {...formModal(false, onClose)} title="Company details for all policies" size={640}>
      {company.isError ? (
        <QueryFailed level={3} title="The details could not be loaded" query={company} words={messageOf} />
      ) : data ? (
        <CompanyForm loaded={data} onClose={onClose} onReload={() => void company.refetch()} />
      ) : (
        <SkeletonPanel bare lines={8} height={420} label="Loading company details" />
      )}
    </Modal>
  );
}

const ConflictNotice = ({ disabled, onTake }: { disabled: boolean; onTake: () => void }) => (
  <div className={`border-warning px-3 py-2.5 text-warning rounded bg-warning`} role="alert">
    Someone else changed these details in the meantime. Save again to replace their changes with yours, or{' '}
    <button
      type="button"
      className={`${classes.link} min-h-8 underline text-accent text-start`}
      disabled={disabled}
      onClick={onTake}
    >
      take theirs
    </button>
    .
  </div>
);

function CompanyForm({
  loaded,
  onClose,
  onReload,
}: {
  loaded: CompanyValues;
  onClose: () => void;
  onReload: () => void;
}) {
  // as it was when opened: later answers do not change it under the person's hands
  const [start, setStart] = useState(loaded);
  const [given, setGiven] = useState<GivenValues>(loaded.given);
  const [tried, setTried] = useState(false);
  // as they stood when saving was tried: a list that came while somebody types would take the focus
  const [complaints, setComplaints] = useState<{ id: string; message: string }[]>([]);
  const save = useSaveCompanyValues();
  const form = {
    values: start.values,
    defaults: Object.fromEntries(
      start.values.flatMap((spec) => (spec.default === undefined ? [] : [[spec.key, spec.default]])),
    ),
  };
  const problems = problemsOf(form, given);
  const isConflict = isRefusal(save.error, 'changed-meanwhile');
  const hasNews = loaded.etag !== start.etag;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setComplaints(
      problems.map(({ spec, problem }) => ({
        id: fieldId(spec.key, 'company'),
        message: `${spec.label}: ${problem}`,
      })),
    );
    if (problems.length > 0 || save.isPending) return;
    save.mutate(
      { values: given, etag: start.etag },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (isRefusal(error, 'changed-meanwhile')) onReload();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="stack gap-5">
      <FormError fields={complaints}>{save.error && !isConflict ? messageOf(save.error) : null}</FormError>
      {isConflict && (
        <ConflictNotice
          disabled={!hasNews}
          onTake={() => {
            setStart(loaded);
            setGiven(loaded.given);
            save.reset();
          }}
        />
      )}
      <p className={classes.quiet}>
        Drafts follow at once. Approved versions stay exactly as they were approved.
      </p>
      {start.values.map((spec) => (
        <ValueField
          key={spec.key}
          spec={spec}
          form="company"
          value={shownOf(spec.key, form, given)}
          fallback={form.defaults[spec.key]}
          error={tried ? (problems.find((one) => one.spec.key === spec.key)?.problem ?? null) : null}
          onChange={(value) => {
            setComplaints([]);
            setGiven((before) => withValue(spec.key, value, form, before));
          }}
        />
      ))}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        {isConflict ? (
          <Button
            loading={save.isPending}
            disabled={!hasNews}
            onClick={() => save.mutate({ values: given, etag: loaded.etag }, { onSuccess: onClose })}
          >
            Save mine
          </Button>
        ) : (
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        )}
      </div>
    </form>
  );
}
