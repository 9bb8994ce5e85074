import type { RichBlock, RichText } from '#platform/richText.ts';
import type { FixStep, WeaknessType } from './contentSchemas.ts';

const doers: Record<FixStep['who'], string> = {
  you: 'You',
  'it-helper': 'Your IT helper',
  'web-host': 'Your web host',
  registrar: 'Whoever manages your domain',
  'mail-provider': 'Your mail provider',
  'web-developer': 'Whoever builds your website',
};

const heading = (text: string): RichBlock => ({ kind: 'heading', level: 2, spans: [{ text }] });
const paragraph = (text: string): RichBlock => ({ kind: 'paragraph', spans: [{ text }] });

/** What is seen, as the title of a type says it; `{asset}` stands for where. */
export const titleOf = (type: WeaknessType, asset: string): string => type.title.replaceAll('{asset}', asset);

/** What a customer reads about a weakness of a type, where nobody wrote anything else. */
export const bodyOf = (type: WeaknessType, { asset, evidence }: { asset: string; evidence: string }): RichText => [
  heading('What we saw'),
  paragraph(type.saw),
  ...(asset === '' || type.title.includes('{asset}')
    ? []
    : [{ kind: 'paragraph', spans: [{ text: 'Where: ' }, { text: asset, code: true }] } satisfies RichBlock]),
  ...(evidence === '' ? [] : [{ kind: 'code', text: evidence } satisfies RichBlock]),
  heading('Why it matters to a company like yours'),
  paragraph(type.why),
  heading('How to fix it'),
  {
    kind: 'list',
    ordered: true,
    items: type.fix.map(({ who, text }) => [{ kind: 'paragraph', spans: [{ text: `${doers[who]}: `, bold: true }, { text }] }]),
  },
  heading('How to check'),
  paragraph(type.check),
  paragraph(`It takes about ${type.minutes} minutes to get this going. Pass this page on as a PDF to whoever does it.`),
  heading('When you want help'),
  paragraph('Ask us right here. And when it is fixed, tell us: we look again and set the status.'),
];
