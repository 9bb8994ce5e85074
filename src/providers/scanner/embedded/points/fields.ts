import { randomBytes } from 'node:crypto';
import type { FormField } from '#probes/web/form.ts';
import { safetyWord } from '../harm/words.ts';

/** Values that a sensible visitor would enter, so that a form gets past its own checks. */

const text = { value: safetyWord, fileName: `${safetyWord}.txt`, type: 'text/plain' };
const xml = {
  value: `<?xml version="1.0"?><sample><text>${safetyWord}</text></sample>`,
  fileName: `${safetyWord}.xml`,
  type: 'application/xml',
};

/** An inert file of the kind that a field asks for. */
export const sampleFile = ({ accept = '' }: Pick<FormField, 'accept'>): typeof text =>
  /\bxml\b/i.test(accept) ? xml : text;

/** Another in each process: nobody else knows the password of an account that a scan registers. */
export const samplePassword = `Sp1-${randomBytes(9).toString('hex')}`;

const mail = `${safetyWord}@example.com`;

const byType: Record<string, string> = {
  email: mail,
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
  [/e-?mail/i, mail],
  [/phone|mobile|^tel|fax/i, '+12025550143'],
  [/(^|[_-])(zip|post(al)?[_-]?code|plz)/i, '10115'],
  [/date|birth|^dob$/i, '2026-01-15'],
  [/^(qty|quantity|count|amount|num\w*|page|limit|offset|id|\w+_id|year|age|price)$/i, '1'],
  [/url|website|homepage|link/i, 'https://example.com/'],
  [/pass(word|wd)?$|^pwd/i, samplePassword],
  [/user(name)?$|^login$/i, `${safetyWord}visitor`],
  [/first[_-]?name|given/i, 'Alex'],
  [/last[_-]?name|surname|family/i, 'Sample'],
  [/^name$|full[_-]?name/i, `Alex ${safetyWord}`],
  [/city|town/i, 'Springfield'],
  [/country/i, 'US'],
  [/ip(_?address|addr)?$|^host$/i, '127.0.0.1'],
];

export function sampleValue(field: Pick<FormField, 'name' | 'type' | 'value'>): string {
  if (field.value !== '') return field.value;
  return (
    byType[field.type] ??
    byName.find(([pattern]) => pattern.test(field.name))?.[1] ??
    (field.type === 'hidden' ? '' : safetyWord)
  );
}
