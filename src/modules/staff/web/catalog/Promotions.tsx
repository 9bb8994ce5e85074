import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { DateField } from '#ui/form/DateField.tsx';
import type { CatalogOptions, ChannelFields } from '../../catalogSchemas.ts';
import classes from './Catalog.module.css';

type All = ChannelFields['promotions'];

/** Banners of a channel, each with its code and its days. */
export function Promotions({
  value,
  options,
  errors,
  onChange,
}: {
  value: All;
  options: CatalogOptions;
  errors: Record<string, string>;
  onChange: (promotions: All) => void;
}) {
  const edit = (at: number, part: Partial<All[number]>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const errorOf = (at: number, name: string) => errors[`promotions[${at}].${name}`];
  return (
    <>
      <ol className={`mb-4 grid gap-3`}>
        {value.map((one, at) => (
          // promotions have no id; one that is taken away takes its fields along
          // eslint-disable-next-line react/no-array-index-key
          <li key={at} className="stack gap-3 border rounded p-4">
            <div className="row justify-between gap-3 font-medium">
              <span>{one.text || 'A new promotion'}</span>
              <ActionIcon
                aria-label={`Remove promotion ${at + 1}`}
                onClick={() => onChange(value.filter((_one, i) => i !== at))}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </div>
            <div className={classes.fields}>
              <TextInput
                label="Words"
                maxLength={120}
                value={one.text}
                onChange={(event) => edit(at, { text: event.currentTarget.value })}
                error={errorOf(at, 'text')}
              />
              <NativeSelect
                label="Coupon"
                value={one.couponCode}
                onChange={(event) => edit(at, { couponCode: event.currentTarget.value })}
                data={options.coupons.map(({ code, text }) => ({ value: code, label: text }))}
                error={errorOf(at, 'couponCode')}
              />
              <DateField
                label="From"
                description="Empty: at once."
                value={one.from}
                onChange={(from) => edit(at, { from })}
                error={errorOf(at, 'from')}
              />
              <DateField
                label="Over on"
                description="The first day without it."
                value={one.before}
                onChange={(before) => edit(at, { before })}
                error={errorOf(at, 'before')}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        onClick={() =>
          onChange([...value, { text: '', couponCode: options.coupons[0]?.code ?? '', from: '', before: '' }])
        }
        disabled={options.coupons.length === 0}
      >
        Add a promotion
      </Button>
    </>
  );
}
