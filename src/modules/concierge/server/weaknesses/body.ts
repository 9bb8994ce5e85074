import type { RichBlock, RichText } from '#platform/richText.ts';
import type { FixStep, WeaknessType } from '../contentSchemas.ts';

const doers: Record<FixStep['who'], string> = {
  you: 'You',
  'it-helper': 'Your IT helper',
  'web-host': 'Your web host',
  registrar: 'Your domain registrar',
  'mail-provider': 'Your mail provider',
  'web-developer': 'Your web developer',
};

const heading = (text: string): RichBlock => ({ kind: 'heading', level: 2, spans: [{ text }] });
const paragraph = (text: string): RichBlock => ({ kind: 'paragraph', spans: [{ text }] });

/** What is seen, as the title of a type says it; `{asset}` stands for where. */
export const titleOf = (type: WeaknessType, asset: string): string => type.title.replaceAll('{asset}', asset);

/** What a customer reads about a weakness of a type, where nobody wrote anything else. */
export const bodyOf = (
  type: WeaknessType,
  { asset, evidence }: { asset: string; evidence: string },
): RichText => [
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
    items: type.fix.map(({ who, text }) => [
      { kind: 'paragraph', spans: [{ text: `${doers[who]}: `, bold: true }, { text }] },
    ]),
  },
  heading('How to check'),
  paragraph(type.check),
  paragraph(
    `Allow about ${type.minutes} minutes to get this started. Forward this page as a PDF to the person who fixes it.`,
  ),
  heading('If you want help'),
  paragraph('Ask us here. When it is fixed, let us know: we will check it again and update the status.'),
];
