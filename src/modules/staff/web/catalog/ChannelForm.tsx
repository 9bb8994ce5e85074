import { Button, Checkbox, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
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
  const form = useForm({ initialValues: start });
  const fields = form.values;
  const [channelId, setChannelId] = useState('');
  const errors = fieldErrors(error);
  const input = (name: keyof ChannelFields, fault: string = name) => ({
    ...form.getInputProps(name),
    value: fields[name] as never,
    error: errors[fault],
  });
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
                {...input('brandId')}
                data={options.brands.map(({ brandId, name }) => ({ value: brandId, label: name }))}
              />
              <DateField
                label="Valid until"
                description="The last day of its sign-up links. Empty: no end."
                {...input('validUntil')}
              />
              <Checkbox
                className={classes.wide}
                label="Sign-ups of the brand without a subscription id use this channel"
                description={
                  start.defaultForBrand
                    ? 'To change it, make another channel the one.'
                    : 'The channel that had them loses them.'
                }
                disabled={start.defaultForBrand && !withId}
                {...form.getInputProps('defaultForBrand', { type: 'checkbox' })}
              />
              <Switch
                label="Begins with a trial"
                {...form.getInputProps('trialEnabled', { type: 'checkbox' })}
              />
              <NumberInput
                label="Days of trial"
                {...input('trialDays', 'trial.days')}
                onChange={(value) => form.setFieldValue('trialDays', Number(value) || 0)}
                min={1}
                max={366}
                allowDecimal={false}
                disabled={!fields.trialEnabled}
              />
              <NativeSelect
                label="Plan to begin with"
                description={fields.trialEnabled ? 'During the trial.' : 'For good, until another is bought.'}
                {...input('defaultPlan')}
                data={planData}
              />
            </div>
          </Panel>
          <Panel title="Plans" description="What these customers may buy, from the smallest to the largest.">
            <EligiblePlans {...input('eligiblePlans')} options={options} errors={errors} />
          </Panel>
          <Panel title="Words about discounts" description="On the page of plans. Both may be left empty.">
            <div className={classes.fields}>
              <TextInput
                className={classes.wide}
                label="Title"
                maxLength={100}
                {...input('discountTitle', 'uiRules.channelDiscountTitle')}
              />
              <Textarea
                className={classes.wide}
                label="Description"
                maxLength={500}
                rows={2}
                {...input('discountDescription', 'uiRules.channelDiscountDescription')}
              />
            </div>
          </Panel>
          <Panel
            title="Promotions"
            description="A banner for people in their trial, with a code to enter at the checkout."
          >
            <Promotions {...input('promotions')} options={options} errors={errors} />
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
