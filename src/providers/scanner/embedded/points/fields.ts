import type { FormField } from '#probes/web/page.ts';

/** Values that a sensible visitor would enter, so that a form gets past its own checks. */

const text = { value: 'sample', fileName: 'sample.txt', type: 'text/plain' };
const xml = { value: '<?xml version="1.0"?><sample><text>sample</text></sample>', fileName: 'sample.xml', type: 'application/xml' };

/** An inert file of the kind that a field asks for. */
export const sampleFile = ({ accept = '' }: Pick<FormField, 'accept'>): typeof text => (/\bxml\b/i.test(accept) ? xml : text);

export const samplePassword = 'Sample-pass-1';

const byType: Record<string, string> = {
  email: 'sample.visitor@example.com',
  url: 'https://example.com/',
  tel: '+12025550143',
  number: '1',
  range: '1',
  date: '2026-01-15',
  month: '2026-01',
  week: '2026-W03',
  time: '10:30',
  'datetime-local': '2026-01-15T10:30',
  color: '#336699',
  password: samplePassword,
  checkbox: 'on',
  radio: 'on',
};

const byName: [RegExp, string][] = [
  [/e-?mail/i, 'sample.visitor@example.com'],
  [/phone|mobile|^tel|fax/i, '+12025550143'],
  [/(^|[_-])(zip|post(al)?[_-]?code|plz)/i, '10115'],
  [/date|birth|^dob$/i, '2026-01-15'],
  [/^(qty|quantity|count|amount|num\w*|page|limit|offset|id|\w+_id|year|age|price)$/i, '1'],
  [/url|website|homepage|link/i, 'https://example.com/'],
  [/pass(word|wd)?$|^pwd/i, samplePassword],
  [/user(name)?$|^login$/i, 'samplevisitor'],
  [/first[_-]?name|given/i, 'Alex'],
  [/last[_-]?name|surname|family/i, 'Sample'],
  [/^name$|full[_-]?name/i, 'Alex Sample'],
  [/city|town/i, 'Springfield'],
  [/country/i, 'US'],
  [/ip(_?address|addr)?$|^host$/i, '127.0.0.1'],
];

/** What stands in the field already, else a value that fits its type or name. */
export function sampleValue(field: Pick<FormField, 'name' | 'type' | 'value'>): string {
  if (field.value !== '') return field.value;
  return byType[field.type] ?? byName.find(([pattern]) => pattern.test(field.name))?.[1] ?? (field.type === 'hidden' ? '' : 'sample');
}
