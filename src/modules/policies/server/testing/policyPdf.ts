import type { Block, GivenValues, Span } from '../../document.ts';
import { fill } from '../../fill.ts';
import { holdingValues } from '../../values.ts';
import type { PolicyOnPaper } from '../pdf/policyPdf.write.ts';
import { companySpecs } from '../templates/fields.ts';
import type { PolicyTemplate } from '../templates/templates.ts';

export const brand = {
  nameLong: 'Harbor Cyber Safety',
  nameShort: 'Harbor',
  color: '#0f766e',
  emailDomain: 'harbor.example',
};
export const now = new Date('2026-11-20T15:00:00Z');

const approved = {
  status: 'Active',
  inForce: true,
  approver: 'Ada Vance',
  approverEmail: 'ada@acme-widgets.com',
  recordedBy: '',
  recordedByEmail: '',
  approvalDate: '2026-03-03T01:30:00.000Z',
  savedAt: '2026-03-01T17:00:00.000Z',
  textHash: '0123456789abcdef'.repeat(4),
  reviewDate: '2027-03-03T01:30:00.000Z',
} as const;
const draft = {
  status: 'Draft',
  inForce: false,
  approver: '',
  approverEmail: '',
  recordedBy: '',
  recordedByEmail: '',
  approvalDate: null,
  savedAt: '2026-03-01T17:00:00.000Z',
  textHash: null,
  reviewDate: null,
} as const;
const standings = { approved, draft };

/** A template with its default values, as a version on paper. */
export function filledTemplate(
  template: PolicyTemplate,
  standing: keyof typeof standings = 'approved',
  given: GivenValues = { companyName: 'Acme Widgets Inc.' },
): PolicyOnPaper {
  const specs = [...template.values, ...companySpecs({ reviewMonths: 12 })];
  const defaults = Object.fromEntries(
    specs.flatMap((spec) => (spec.default === undefined ? [] : [[spec.key, spec.default]])),
  );
  const blocks = fill(template.blocks, holdingValues(specs, given, defaults), specs);
  return {
    id: template.id,
    name: template.name,
    version: 2,
    maps: template.maps,
    blocks,
    ...standings[standing],
  };
}

export const customPolicy = (
  name: string,
  blocks: Block[],
  standing: keyof typeof standings = 'approved',
): PolicyOnPaper => ({
  id: 'own-1',
  name,
  version: 1,
  maps: null,
  blocks,
  ...standings[standing],
});

const spansText = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** All that must stand on paper, in its order: numbers, bullets, words. */
export const expectedText = (blocks: readonly Block[]): string =>
  blocks
    .map((block): string => {
      switch (block.kind) {
        case 'heading':
          return (block.number ?? '') + spansText(block.spans);
        case 'paragraph':
          return spansText(block.spans);
        case 'rule':
          return block.number + expectedText(block.blocks);
        case 'list':
          return block.items
            .map((item, index) => (block.ordered ? `${index + 1}.` : '\u2022') + expectedText(item))
            .join('');
        case 'table':
          return [block.head, ...block.rows].flat().map(spansText).join('');
        case 'quote':
          return expectedText(block.blocks);
        default:
          return '';
      }
    })
    .join('');

/** Without white space, which lines and columns take the place of. */
export const squeezed = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');
