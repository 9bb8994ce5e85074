import { Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ReplyOf } from '#platform/endpoint.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import type { organizationContract } from '../../contract.ts';
import { isCompanyWebsite, limits, stripProtocol, teamSizes, type industryCodes } from '../../rules.ts';
import { IndustrySelect } from '../IndustrySelect.tsx';
import { wording } from '../messages.ts';
import { pickList } from '../pickList.ts';
import { useChangeCompany } from './changes.ts';
import { differs } from './fields.ts';
import classes from './Settings.module.css';
import { whyNot } from './wording.ts';

export type Company = NonNullable<ReplyOf<typeof organizationContract.profileCheck>['companyData']>;

/** platform.md 5: saved only where something changed, the address is one, and nothing is under way. */
export function CompanyDialog({
  company,
  orgId,
  onClose,
}: {
  company: Company;
  orgId: string;
  onClose: () => void;
}) {
  const before = {
    companyName: company.companyName,
    industry: company.industry.value,
    numberOfEmployees: company.numberOfEmployees,
    companyUrl: company.companyUrl,
  };
  const [form, setForm] = useState(before);
  const [left, setLeft] = useState(false);
  const save = useChangeCompany();
  const busy = save.isPending;
  const change = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }));
  const nameFault = form.companyName.trim() === '' ? wording.nameRequired : null;
  const urlFault = isCompanyWebsite(form.companyUrl) ? null : wording.urlInvalid;
  const ready =
    !nameFault &&
    !urlFault &&
    form.industry !== '' &&
    form.numberOfEmployees !== '' &&
    differs({ ...form, companyUrl: stripProtocol(form.companyUrl) }, before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (!ready || busy) return;
    save.mutate(
      {
        ...form,
        industry: form.industry as (typeof industryCodes)[number],
        numberOfEmployees: form.numberOfEmployees as (typeof teamSizes)[number],
        orgId,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title="Company update"
      size={520}
      className="grid gap-5"
      actions={classes.buttons}
      form={{ onSubmit: submit }}
      busy={busy}
      error={save.error ? whyNot(save.error) : null}
      submit="Update"
      disabled={!ready}
      onClose={onClose}
    >
      <TextInput
        label="Company name"
        required
        data-autofocus
        autoComplete="organization"
        maxLength={limits.companyName}
        value={form.companyName}
        error={nameFault}
        onChange={(event) => change({ companyName: event.currentTarget.value })}
      />
      <IndustrySelect value={form.industry} onChange={(industry) => change({ industry })} />
      <Select
        label="Number of team members"
        description={wording.employeesHint}
        {...pickList}
        data={[...teamSizes]}
        value={form.numberOfEmployees || null}
        onChange={(size) => change({ numberOfEmployees: size ?? '' })}
        allowDeselect={false}
        required
      />
      <TextInput
        label="Primary website address"
        description="Leave it empty if you have none."
        placeholder="example.com"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.companyUrl}
        value={form.companyUrl}
        error={left ? urlFault : null}
        onChange={(event) => change({ companyUrl: event.currentTarget.value })}
        onBlur={() => {
          setLeft(true);
          change({ companyUrl: stripProtocol(form.companyUrl) });
        }}
      />
    </FormDialog>
  );
}
