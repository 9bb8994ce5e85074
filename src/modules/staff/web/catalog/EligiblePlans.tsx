import { ActionIcon, Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import type { CatalogOptions, ChannelFields } from '../../catalogSchemas.ts';
import classes from './Catalog.module.css';

type Plans = ChannelFields['eligiblePlans'];

const price = (cents: number): string => (cents === 0 ? 'free' : `$${cents / 100} a month`);

/** Which plans a channel offers, in which order, and with what discount. */
export function EligiblePlans({
  value,
  options,
  errors,
  onChange,
}: {
  value: Plans;
  options: CatalogOptions;
  errors: Record<string, string>;
  onChange: (plans: Plans) => void;
}) {
  const left = options.plans.filter(({ planId }) => !value.some(({ plan }) => plan === planId));
  const [chosen, setChosen] = useState('');
  const adding = left.some(({ planId }) => planId === chosen) ? chosen : (left[0]?.planId ?? '');
  const nameOf = (planId: string) => {
    const plan = options.plans.find((one) => one.planId === planId);
    return plan ? `${plan.planName}, ${price(plan.cents)}` : planId;
  };
  const edit = (at: number, part: Partial<Plans[number]>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const swap = (at: number, to: number) =>
    onChange(value.map((one, i) => (i === at ? value[to]! : i === to ? value[at]! : one)));
  return (
    <>
      {errors['eligiblePlans'] && (
        <p role="alert" className="text-dimmed">
          {errors['eligiblePlans']}
        </p>
      )}
      <ol className={`mb-4 grid gap-3`}>
        {value.map((one, at) => (
          <li key={one.plan} className="stack gap-3 border rounded p-4">
            <div className="row justify-between gap-3 font-medium">
              <span>{nameOf(one.plan)}</span>
              <span className="flex gap-1">
                <ActionIcon
                  aria-label={`Move ${one.plan} up`}
                  disabled={at === 0}
                  onClick={() => swap(at, at - 1)}
                >
                  <IconArrowUp size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${one.plan} down`}
                  disabled={at === value.length - 1}
                  onClick={() => swap(at, at + 1)}
                >
                  <IconArrowDown size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Remove ${one.plan}`}
                  onClick={() => onChange(value.filter((_plan, i) => i !== at))}
                >
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </span>
            </div>
            <div className={classes.fields}>
              <TextInput
                label="Words about the discount"
                maxLength={200}
                value={one.planDiscountMessage}
                onChange={(event) => edit(at, { planDiscountMessage: event.currentTarget.value })}
                error={errors[`eligiblePlans[${at}]`] ?? errors[`eligiblePlans[${at}].planDiscountMessage`]}
              />
              <MultiSelect
                label="Coupons"
                placeholder={one.coupons.length === 0 ? 'None' : ''}
                data={options.coupons.map(({ code, text }) => ({ value: code, label: text }))}
                value={one.coupons}
                onChange={(coupons) => edit(at, { coupons })}
                error={errors[`eligiblePlans[${at}].coupons`]}
              />
            </div>
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <NativeSelect
            label="One more plan"
            value={adding}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={left.map(({ planId }) => ({ value: planId, label: nameOf(planId) }))}
          />
          <Button
            variant="default"
            onClick={() => onChange([...value, { plan: adding, planDiscountMessage: '', coupons: [] }])}
          >
            Add
          </Button>
        </div>
      )}
    </>
  );
}
