import { expect, test } from 'vitest';
import { SettingsError } from '#platform/server/settings/settings.ts';
import { companyValueKeys } from '../../document.ts';
import { fill, toPlainText } from '../../fill.ts';
import { holdingValues } from '../../values.ts';
import { csfIds } from '#standards/csf.ts';
import { companySpecs } from './fields.ts';
import { loadTemplates, readTemplate } from './templates.ts';

const head = `---
id: keys
name: Keys
order: 1
templateVersion: 1
starter: false
summary: Who has which key.
# a comment counts as a line
maps: { csf: [PR.AA-06] }
related: []
values:
  - key: keeper
    label: Keeper
    help: Who keeps the keys.
    type: text
    required: true
  - key: spares
    label: Spare keys
    help: Whether there are spare keys.
    type: boolean
    default: true
---
`;
const body = `## Purpose

{{companyName}} has keys.

## Who it applies to

Everybody.

## Rules

### Doors

1. {{keeper}} keeps **all** keys.

{{#spares}}

2. There are spare keys:
   - in the safe

{{/spares}}

## Responsibilities

- Everybody

## Exceptions

None.

## Consequences

| What | Then |
| - | - |
| Lost | Told |

## Related policies and terms

- **Key**: opens a door.

## Review

Yearly.
`;
const read = (text: string) => readTemplate('keys.md', text);

test('a template is read into a tree, with its values in their places', () => {
  const { blocks } = read(head + body);
  expect(blocks.slice(4, 8)).toEqual([
    { kind: 'heading', level: 1, spans: [{ text: 'Rules' }] },
    { kind: 'heading', level: 2, spans: [{ text: 'Doors' }] },
    {
      kind: 'rule',
      blocks: [
        {
          kind: 'paragraph',
          spans: [
            { text: '', value: 'keeper' },
            { text: ' keeps ' },
            { text: 'all', strong: true },
            { text: ' keys.' },
          ],
        },
      ],
    },
    {
      kind: 'when',
      flag: 'spares',
      on: true,
      blocks: [
        {
          kind: 'rule',
          blocks: [
            { kind: 'paragraph', spans: [{ text: 'There are spare keys:' }] },
            {
              kind: 'list',
              ordered: false,
              items: [[{ kind: 'paragraph', spans: [{ text: 'in the safe' }] }]],
            },
          ],
        },
      ],
    },
  ]);
});

test.each([
  [
    'a placeholder that is not declared',
    'Everybody.',
    '{{somebody}}.',
    'line 29: uses {{somebody}}, which is not declared',
  ],
  [
    'a value that is not used',
    '{{keeper}} keeps',
    'Ada keeps',
    "line 12: declares 'keeper' and does not use it",
  ],
  [
    'a section that is missing',
    '## Exceptions\n',
    '## Excuses\n',
    'line 48: has the section “Excuses” where “Exceptions” is expected',
  ],
  ['a section at the end that is missing', '## Review\n\nYearly.\n', '', 'ends without the section “Review”'],
  ['a switch that stays open', '{{/spares}}\n', '', 'line 37: does not close {{spares}} within its section'],
  ['a switch that closes nothing', '{{#spares}}\n', '', 'line 41: has {{/spares}}, which closes nothing'],
  [
    'a condition on a text',
    '{{#spares}}',
    '{{#keeper}}',
    'has {{#keeper}}, but keeper is no declared switch',
  ],
  [
    'a switch in a sentence',
    'Everybody.',
    'All {{spares}}.',
    'line 29: prints {{spares}}, which is a switch',
  ],
  ['a marker in a sentence', 'Everybody.', 'All {{#spares}}.', 'must stand alone'],
  ['HTML', 'Everybody.', '<b>Everybody</b>.', 'line 29: has html, which templates do not use'],
  ['a link', 'Everybody.', '[All](https://elsewhere-tools.com).', 'has link'],
  ['an image', 'Everybody.', '![All](x.png)', 'has image'],
  ['code', 'Everybody.', '`all`', 'has inlineCode'],
  [
    'a numbered list outside of the rules',
    'Everybody.',
    '1. All',
    'line 29: has a numbered list outside of Rules',
  ],
  ['a brace that stays open', 'Everybody.', 'All {{ people.', 'has a brace that opens or closes nothing'],
  ['a deeper heading', '### Doors', '#### Doors', 'has a heading of level 4'],
  ['an unknown CSF id', 'PR.AA-06', 'PR.AA-07', 'line 9: maps.csf.0: is no subcategory of CSF 2.0'],
  ['no CSF id', '[PR.AA-06]', '[]', 'line 9: maps.csf: must name one subcategory'],
  ['another file’s id', 'id: keys', 'id: doors', "line 2: has the id 'doors'"],
  ['a default of another type', 'default: true', 'default: 3', 'line 21: values.1.default'],
  ['an unknown name', 'starter: false', 'starters: false', 'starter'],
  ['a value that all share', 'key: keeper', 'key: policyOwner', "line 12: declares 'policyOwner' twice"],
  ['broken YAML', 'name: Keys', 'name: "Keys', 'is not YAML'],
])('%s is refused, saying where', (_what, good, bad, message) => {
  expect(head + body).toContain(good);
  const broken = () => read((head + body).replace(good, bad));
  expect(broken).toThrow(SettingsError);
  expect(broken).toThrow(message);
  expect(broken).toThrow(/^keys\.md, line \d+: /);
});

test('there are 106 subcategories of CSF 2.0', () => {
  expect(csfIds.size).toBe(106);
});

const templates = loadTemplates();

test('the eighteen policies are there in their order, five of them to begin with', () => {
  expect([...templates.keys()]).toEqual(
    'infosec acceptable-use access passwords remote-work mobile-byod email data privacy backup incident continuity patching logging suppliers people physical ai'.split(
      ' ',
    ),
  );
  const starters = [...templates.values()].filter(({ starter }) => starter).map(({ id }) => id);
  expect(starters).toEqual(['infosec', 'acceptable-use', 'passwords', 'backup', 'incident']);
});

test.each([...templates.values()])(
  '$id reads whole, with nothing typed and with every switch either way',
  (template) => {
    const specs = [...template.values, ...companySpecs({ reviewMonths: 12 })];
    expect(companySpecs({ reviewMonths: 12 }).map(({ key }) => key)).toEqual([...companyValueKeys]);
    const defaults = holdingValues(
      specs,
      Object.fromEntries(specs.map((spec) => [spec.key, spec.default ?? null])),
      {},
    );
    for (const on of [true, false, null]) {
      const flags =
        on === null
          ? {}
          : Object.fromEntries(specs.filter(({ type }) => type === 'boolean').map(({ key }) => [key, on]));
      const blocks = fill(template.blocks, { ...defaults, ...flags }, specs);
      const text = toPlainText(blocks);
      expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN| {2}/);
      expect(blocks.some(({ kind }) => kind === 'when' || kind === 'rows')).toBe(false);
      const rules = blocks.flatMap((block) => (block.kind === 'rule' ? [block.number] : []));
      expect(rules.length).toBeGreaterThanOrEqual(15);
      expect(rules).toEqual(rules.map((_, i) => `3.${i + 1}`));
    }
    const words = toPlainText(fill(template.blocks, defaults, specs)).split(/\s+/).length;
    expect(words).toBeGreaterThan(850);
    expect(words).toBeLessThan(1900);
  },
);
