import { Button, Checkbox, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { DateField } from '#ui/DateField.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { CatalogOptions, ChannelFields } from '../../catalogSchemas.ts';
import { messageOf } from '../messages.ts';
import classes from './Catalog.module.css';
import { EligiblePlans } from './EligiblePlans.tsx';
import { Promotions } from './Promotions.tsx';
import { fieldErrors } from './queries.ts';

export type ChannelFormProps = {
  start: ChannelFields;
  options: CatalogOptions;
  withId?: boolean;
  saving: boolean;
  error: unknown;
  submitLabel: string;
  aside?: ReactNode;
  onSubmit: (fields: ChannelFields, channelId: string) => void;
};

/** Everything of a channel that staff edit. What was typed stays when it is not taken. */
export function ChannelForm({
  start,
  options,
  withId = false,
  saving,
  error,
  submitLabel,
  aside,
  onSubmit,
}: ChannelFormProps) {
  const [fields, setFields] = useState(start);
  const [channelId, setChannelId] = useState('');
  const errors = fieldErrors(error);
  const change = (part: Partial<ChannelFields>) => setFields((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(fields, channelId.trim());
  };
  const planData = options.plans.map(({ planId, planName }) => ({ value: planId, label: planName }));
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      {Boolean(error) && <FormError>{errors[''] ?? messageOf(error)}</FormError>}
      <div className={classes.sides}>
        <div className="grid gap-6">
          <Panel title="Sign-up">
            <div className={classes.fields}>
              {withId && (
                <TextInput
                  label="Id"
                  description="Lower-case letters, digits, and dashes; it cannot be changed later."
                  value={channelId}
                  maxLength={50}
                  onChange={(event) => setChannelId(event.currentTarget.value)}
                  error={errors['channelId']}
                  className={classes.wide}
                  required
                />
              )}
              <NativeSelect
                label="Brand"
                description="Whose portal these customers use."
                value={fields.brandId}
                onChange={(event) => change({ brandId: event.currentTarget.value })}
                error={errors['brandId']}
                data={options.brands.map(({ brandId, name }) => ({ value: brandId, label: name }))}
              />
              <DateField
                label="Valid until"
                description="The last day of its sign-up links. Empty: no end."
                value={fields.validUntil}
                onChange={(validUntil) => change({ validUntil })}
                error={errors['validUntil']}
              />
              <Checkbox
                className={classes.wide}
                label="Sign-ups of the brand without a subscription id use this channel"
                description={
                  start.defaultForBrand
                    ? 'To change it, make another channel the one.'
                    : 'The channel that had them loses them.'
                }
                checked={fields.defaultForBrand}
                disabled={start.defaultForBrand && !withId}
                onChange={(event) => change({ defaultForBrand: event.currentTarget.checked })}
              />
              <Switch
                label="Begins with a trial"
                checked={fields.trialEnabled}
                onChange={(event) => change({ trialEnabled: event.currentTarget.checked })}
              />
              <NumberInput
                label="Days of trial"
                value={fields.trialDays}
                onChange={(value) => change({ trialDays: Number(value) || 0 })}
                min={1}
                max={366}
                allowDecimal={false}
                disabled={!fields.trialEnabled}
                error={errors['trial.days']}
              />
              <NativeSelect
                label="Plan to begin with"
                description={fields.trialEnabled ? 'During the trial.' : 'For good, until another is bought.'}
                value={fields.defaultPlan}
                onChange={(event) => change({ defaultPlan: event.currentTarget.value })}
                error={errors['defaultPlan']}
                data={planData}
              />
            </div>
          </Panel>
          <Panel title="Plans" description="What these customers may buy, from the smallest to the largest.">
            <EligiblePlans
              value={fields.eligiblePlans}
              options={options}
              errors={errors}
              onChange={(eligiblePlans) => change({ eligiblePlans })}
            />
          </Panel>
          <Panel title="Words about discounts" description="On the page of plans. Both may be left empty.">
            <div className={classes.fields}>
              <TextInput
                className={classes.wide}
                label="Title"
                maxLength={100}
                value={fields.discountTitle}
                onChange={(event) => change({ discountTitle: event.currentTarget.value })}
                error={errors['uiRules.channelDiscountTitle']}
              />
              <Textarea
                className={classes.wide}
                label="Description"
                maxLength={500}
                rows={2}
                value={fields.discountDescription}
                onChange={(event) => change({ discountDescription: event.currentTarget.value })}
                error={errors['uiRules.channelDiscountDescription']}
              />
            </div>
          </Panel>
          <Panel
            title="Promotions"
            description="A banner for people in their trial, with a code to enter at the checkout."
          >
            <Promotions
              value={fields.promotions}
              options={options}
              errors={errors}
              onChange={(promotions) => change({ promotions })}
            />
          </Panel>
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      <div className="row flex-wrap gap-3">
        <Button type="submit" loading={saving}>
          {submitLabel}
        </Button>
        <span className="text-dimmed">Everything you save is in the desk log.</span>
      </div>
    </form>
  );
}
