import { Checkbox, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { DateField } from '#ui/form/DateField.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { CatalogOptions, ChannelFields } from '../../catalogSchemas.ts';
import classes from './Catalog.module.css';
import { CatalogForm, IdField, type SavingProps } from './CatalogForm.tsx';
import { EligiblePlans } from './EligiblePlans.tsx';
import { Promotions } from './Promotions.tsx';
import { fieldErrors } from './queries.ts';

export type ChannelFormProps = SavingProps & {
  start: ChannelFields;
  options: CatalogOptions;
  onSubmit: (fields: ChannelFields, channelId: string) => void;
};

/** A form with the faults that the server found in its fields. */
const inputsOf =
  (form: UseFormReturnType<ChannelFields>, errors: Record<string, string>) =>
  (name: keyof ChannelFields, fault: string = name) => ({
    ...form.getInputProps(name),
    value: form.values[name] as never,
    error: errors[fault],
  });

function SignUpPanel({
  form,
  errors,
  start,
  options,
  id,
}: Pick<ChannelFormProps, 'start' | 'options'> & {
  form: UseFormReturnType<ChannelFields>;
  errors: Record<string, string>;
  /** The field of a new channel's id. */
  id: ReactNode;
}) {
  const fields = form.values;
  const input = inputsOf(form, errors);
  return (
    <Panel title="Sign-up">
      <div className={classes.fields}>
        {id}
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
          disabled={start.defaultForBrand && !id}
          {...form.getInputProps('defaultForBrand', { type: 'checkbox' })}
        />
        <Switch label="Begins with a trial" {...form.getInputProps('trialEnabled', { type: 'checkbox' })} />
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
          data={options.plans.map(({ planId, planName }) => ({ value: planId, label: planName }))}
        />
      </div>
    </Panel>
  );
}

/** Everything of a channel that staff edit. What was typed stays when it is not taken. */
export function ChannelForm({ start, options, withId = false, onSubmit, ...frame }: ChannelFormProps) {
  const form = useForm({ initialValues: start });
  const [channelId, setChannelId] = useState('');
  const errors = fieldErrors(frame.error);
  const input = inputsOf(form, errors);
  const id = withId && <IdField value={channelId} error={errors['channelId']} onChange={setChannelId} />;
  return (
    <CatalogForm {...frame} onSubmit={() => onSubmit(form.values, channelId.trim())}>
      <SignUpPanel form={form} errors={errors} start={start} options={options} id={id} />
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
    </CatalogForm>
  );
}
