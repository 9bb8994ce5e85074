import { setImmediate } from 'node:timers/promises';
import { shownDay, shownTime } from '#platform/dates.ts';
import { heading, keyValues, paragraph } from '#platform/server/pdf/blocks.ts';
import { ensure } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { pillRow } from '#platform/server/pdf/pills/pillRow.ts';
import { artifact, drawElement } from '#platform/server/pdf/structure.ts';
import { table } from '#platform/server/pdf/table.ts';
import { drawText } from '#platform/server/pdf/text.ts';
import type { Tone } from '#platform/server/pdf/theme.ts';
import type { Block, Span } from '../../document.ts';
import { toPlainText } from '../../fill.ts';
import { approvedBy } from '../../rules.ts';
import { runsOf, writeText } from './policyPdf.blocks.ts';
import type { PolicyOnPaper } from './policyPdf.write.ts';

export type Standing = { tone: Tone; word: string };

export function standingOf(policy: PolicyOnPaper): Standing {
  if (policy.status === 'Draft') return { tone: 'warning', word: 'Draft' };
  return policy.inForce
    ? { tone: 'good', word: 'In force' }
    : { tone: 'neutral', word: 'Replaced by a newer version' };
}

/** Names as they fit into a line; whole ones stand with the approval. */
const shortened = (name: string): string =>
  [...name].length > 36 ? `${[...name].slice(0, 35).join('').trimEnd()}…` : name;

/** One line below the title: how this version stands, since when and until when. */
export function writeFacts(pdf: Pdf, policy: PolicyOnPaper): void {
  const facts = [`Version ${policy.version}`];
  const by =
    policy.approver &&
    ` by ${approvedBy({ approver: shortened(policy.approver), recordedBy: shortened(policy.recordedBy) })}`;
  if (policy.approvalDate) facts.push(`Approved ${shownDay(policy.approvalDate)}${by}`);
  else if (policy.savedAt) facts.push(`Last changed ${shownDay(policy.savedAt)}`);
  if (policy.inForce && policy.reviewDate) facts.push(`Next review ${shownDay(policy.reviewDate)}`);
  pillRow(pdf, [standingOf(policy)], facts.join('  \u00b7  '));
}

/** Characters that are written before others get their turn. */
const atOnce = 12_000;

const lengthOf = (block: Block): number => toPlainText([block]).length;

/** Long paragraphs in parts, so that none of them takes long. */
const inParts = (block: Block): Block[] =>
  block.kind !== 'paragraph' || lengthOf(block) <= atOnce
    ? [block]
    : portions(block.spans.flatMap(cutSpan), (span) => span.text.length).map((spans) => ({
        ...block,
        spans,
      }));

const cutSpan = (span: Span): Span[] => runsOf(span.text).map((text) => ({ ...span, text }));

function portions<T>(things: readonly T[], lengthOfThing: (thing: T) => number): T[][] {
  const all: T[][] = [];
  let room = 0;
  for (const thing of things) {
    if (room <= 0) {
      all.push([]);
      room = atOnce;
    }
    all.at(-1)?.push(thing);
    room -= lengthOfThing(thing);
  }
  return all;
}

/** The text of a policy, then where it fits and who approved it; `depth` 1 in a collection. */
export async function writePolicy(pdf: Pdf, policy: PolicyOnPaper, depth: 0 | 1): Promise<void> {
  const { blocks } = policy;
  const numbered = blocks.some(
    (block) => block.kind === 'rule' || (block.kind === 'heading' && block.number !== undefined),
  );
  for (const some of portions(blocks.flatMap(inParts), lengthOf)) {
    writeText(pdf, some, { hang: numbered ? 34 : 0, depth });
    await setImmediate();
  }
  writeMaps(pdf, policy, depth);
  writeApproval(pdf, policy, depth);
  if (policy.maps)
    paragraph(
      pdf,
      'This policy was made from a template. It is a starting point and not legal advice: adapt it to your company, and have it checked where the law requires it.',
      { style: pdf.scale.meta },
    );
}

const frameworks = [
  ['csf', 'NIST Cybersecurity Framework 2.0, outcomes'],
  ['cis', 'CIS Controls 8.1, safeguards'],
  ['cpg', 'CISA Cybersecurity Performance Goals 2.0, goals'],
] as const;

function writeMaps(pdf: Pdf, { maps }: PolicyOnPaper, depth: 0 | 1): void {
  if (!maps) return;
  const rows = frameworks
    .filter(([key]) => maps[key].length > 0)
    .map(([key, name]) => [name, maps[key].join(', ')]);
  if (rows.length === 0) return;
  partHeading(pdf, 'Where this policy fits', depth, 34 + 24 * rows.length);
  table(
    pdf,
    [
      { header: 'Framework', width: 264, fixed: true, rowHeader: true },
      { header: 'This policy supports', width: 1 },
    ],
    rows,
    { after: 4 },
  );
}

const partHeading = (pdf: Pdf, text: string, depth: 0 | 1, keep: number): void =>
  heading(pdf, depth === 0 ? 1 : 2, text, { style: pdf.scale.h1, above: 13, below: 3, keep });

function writeApproval(pdf: Pdf, policy: PolicyOnPaper, depth: 0 | 1): void {
  if (policy.status === 'Draft') return writeSignatures(pdf, depth);
  partHeading(pdf, 'Approval', depth, 112);
  keyValues(
    pdf,
    [
      { label: 'Approved by', value: policy.approver || 'Not recorded' },
      { label: 'Email', value: policy.approverEmail || 'Not recorded' },
      { label: 'Approved on', value: policy.approvalDate ? shownTime(policy.approvalDate) : 'Not recorded' },
      { label: 'Version', value: String(policy.version) },
      { label: 'Status', value: standingOf(policy).word },
      {
        label: 'Next review',
        value: policy.inForce && policy.reviewDate ? shownDay(policy.reviewDate) : 'None',
      },
      ...(policy.recordedBy
        ? [{ label: 'Recorded by', value: `${policy.recordedBy} (${policy.recordedByEmail})` }]
        : []),
    ],
    { columns: 3 },
  );
  if (policy.textHash)
    keyValues(
      pdf,
      [{ label: 'SHA-256 of the approved text', value: [{ text: policy.textHash, code: true }] }],
      { columns: 1 },
    );
}

/** Lines to sign on, for whoever approves on paper. */
function writeSignatures(pdf: Pdf, depth: 0 | 1): void {
  partHeading(pdf, 'Approval', depth, 150);
  paragraph(pdf, 'This is a draft. It takes effect when it is approved.');
  ensure(pdf, 96);
  const gap = 28;
  const width = (pdf.width - gap) / 2;
  const style = pdf.scale.meta;
  for (const row of [
    ['Name', 'Title'],
    ['Signature', 'Date'],
  ]) {
    const line = pdf.y + 28;
    for (const [index, label] of row.entries()) {
      const x = pdf.left + index * (width + gap);
      artifact(pdf.doc, () =>
        pdf.doc
          .lineWidth(0.75)
          .strokeColor(pdf.theme.muted)
          .moveTo(x, line)
          .lineTo(x + width, line)
          .stroke(),
      );
      drawElement(pdf.doc, pdf.root, 'P', {}, () => drawText(pdf, label, x, line + 3, style));
    }
    pdf.y = line + 3 + style.leading + 3;
  }
  pdf.y += 8;
}
