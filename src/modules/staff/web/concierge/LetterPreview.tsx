import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { MessageLetter } from '#modules/concierge/web/public.ts';
import { filledTextWith, filledWith } from '../../conciergeRules.ts';
import type { ConciergeOptions, MessageFields } from '../../conciergeSchemas.ts';
import classes from './Concierge.module.css';
import { categories } from './words.ts';

const noon = (day: string): string | null => (day === '' ? null : `${day}T20:00:00Z`);

/** A message as the customer will read it, with the words of a brand. */
export function LetterPreview({ fields, options }: { fields: MessageFields; options: ConciergeOptions }) {
  const wanted =
    fields.audience.brandId ?? (fields.audience.kind === 'brand' ? fields.audience.values[0] : undefined);
  const [chosen, setChosen] = useState(wanted ?? options.brands[0]?.brandId ?? '');
  const brand = options.brands.find(({ brandId }) => brandId === chosen) ?? options.brands[0];
  const words: Record<string, string> = brand
    ? {
        brand: brand.shortName,
        brandLong: brand.name,
        emailDomain: brand.emailDomain,
        emaildomain: brand.emailDomain,
      }
    : {};
  return (
    <div className="grid gap-4">
      {options.brands.length > 1 && (
        <NativeSelect
          label="As customers of"
          className={classes.previewBrand}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={options.brands.map(({ brandId, name }) => ({ value: brandId, label: name }))}
        />
      )}
      <MessageLetter
        level={2}
        title={filledWith(words, fields.title) || 'Without a title'}
        summary={filledWith(words, fields.summary)}
        category={categories[fields.category]}
        body={filledTextWith(words, fields.body)}
        actions={fields.actions.filter(({ label, link }) => label.trim() !== '' && link.trim() !== '')}
        severity={fields.severity}
        minutes={fields.minutes}
        publishedOn={noon(fields.publishOn)}
        expiresOn={noon(fields.expiresOn)}
        brandName={brand?.name ?? ''}
      />
    </div>
  );
}
