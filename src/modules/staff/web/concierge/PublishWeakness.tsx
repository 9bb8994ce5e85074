import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormError } from '#ui/form/FormError.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { ReactNode } from 'react';
import type { WeaknessFields } from '../../conciergeSchemas.ts';
import catalog from '../catalog/Catalog.module.css';
import { messageOf } from '../messages.ts';
import classes from './Concierge.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { WeaknessForm, weaknessProblems } from './WeaknessForm.tsx';
import { invalidFields } from './words.ts';

export type PublishWeaknessProps = {
  start: WeaknessFields;
  fixedAsset: boolean;
  companyName: string;
  busy: boolean;
  error: unknown;
  /** Further buttons. */
  more?: ReactNode;
  onPublish: (fields: WeaknessFields) => void;
};

/** A weakness that is not published yet. */
export function PublishWeakness({
  start,
  fixedAsset,
  companyName,
  busy,
  error,
  more,
  onPublish,
}: PublishWeaknessProps) {
  const [fields, setFields] = useState(start);
  const [tried, setTried] = useState(false);
  const own = tried ? weaknessProblems(fields) : {};
  const errors = { ...invalidFields(error), ...own };
  const first = Object.values(errors)[0];
  const publish = () => {
    setTried(true);
    if (Object.keys(weaknessProblems(fields)).length === 0) onPublish(fields);
  };
  return (
    <>
      <LeaveGuard dirty={!busy && JSON.stringify(fields) !== JSON.stringify(start)} />
      <div className={catalog.sides}>
        <div className="grid gap-6">
          {(first ?? error) ? (
            <FormError>{first ? `Nothing is published yet. ${first}` : messageOf(error)}</FormError>
          ) : null}
          <Panel title="Weakness">
            <WeaknessForm
              fields={fields}
              errors={errors}
              fixedAsset={fixedAsset}
              onChange={(part) => setFields((before) => ({ ...before, ...part }))}
            />
          </Panel>
        </div>
        <div className={catalog.aside}>
          <Panel title="Publish" size="small">
            <div className="grid gap-3">
              <p className={classes.hint}>
                Administrators of {companyName} see it at once, and those who want it get an email.
              </p>
              <Button loading={busy} onClick={publish}>
                Publish weakness
              </Button>
              {more}
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}
