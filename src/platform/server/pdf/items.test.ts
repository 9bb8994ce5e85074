import { describe, expect, it } from 'vitest';
import { heading, list, paragraph } from './blocks.ts';
import { newPage } from './document.ts';
import { inside, items } from './items.ts';
import { open, render, sentence } from './testing/samplePdf.ts';
import { openElement } from './structure.ts';
import { table } from './table.ts';

describe('points with hanging labels', () => {
  it('hold any blocks, tagged as what they are', async () => {
    const read = await render((pdf) =>
      items(
        pdf,
        [
          { label: '3.1', text: 'First' },
          {
            label: '3.2',
            text: 'Second',
            more: () => {
              items(pdf, [{ label: '\u2022', text: 'Inner' }], { hang: 14 });
              table(pdf, [{ header: 'Head', width: 1 }], [['Cell']]);
            },
          },
        ],
        { hang: 34 },
      ),
    );
    expect(read.text.replaceAll(/\s+/g, ' ')).toContain('3.1 First 3.2 Second • Inner Head Cell');
    expect(read.roles[0]?.join(' ')).toBe(
      'Root Document L LI Lbl LBody P LI Lbl LBody P L LI Lbl LBody P Table THead TR TH TBody TR TD',
    );
  });

  it('never leave a label alone at the foot of a page', async () => {
    for (let room = 0; room <= 4; room += 1) {
      const read = await render((pdf) => {
        pdf.y = pdf.bottom - pdf.scale.body.leading * room;
        items(pdf, [{ label: '7.7', text: sentence.repeat(8) }], { hang: 30 });
      });
      const page = read.pages.findIndex((text) => text.includes('7.7'));
      expect(read.pages[page], `room for ${room}`).toContain('quick brown');
    }
  });

  it('still fit on the page when they are nested deeper than anybody can read', async () => {
    const read = await render((pdf) => {
      const deeper = (left: number): void =>
        items(
          pdf,
          [
            {
              label: '1.',
              text: `${left} ${sentence}${'x'.repeat(200)}`,
              ...(left > 0 ? { more: () => deeper(left - 1) } : {}),
            },
          ],
          {
            hang: 22,
          },
        );
      deeper(60);
    });
    expect(read.rightmost).toBeLessThanOrEqual(612 - 54 + 0.5);
    expect(read.text).toContain('0 The quick');
  });
});

describe('a column of its own', () => {
  it('holds what is written in it and is left again, whatever happens', () => {
    const pdf = open();
    const before = [pdf.left, pdf.right, pdf.width, pdf.measure, pdf.root];
    const quote = openElement(pdf.doc, pdf.root, 'BlockQuote');
    expect(() =>
      inside(pdf, quote, { left: pdf.left + 40 }, () => {
        expect([pdf.left, pdf.width, pdf.root]).toEqual([94, 464, quote]);
        throw new Error('inside');
      }),
    ).toThrow('inside');
    expect([pdf.left, pdf.right, pdf.width, pdf.measure, pdf.root]).toEqual(before);
  });

  it('goes on over pages', async () => {
    const read = await render((pdf) => {
      const quote = openElement(pdf.doc, pdf.root, 'BlockQuote');
      inside(pdf, quote, { left: pdf.left + 40 }, () => list(pdf, Array<string>(80).fill(sentence)));
      quote.end();
    });
    expect(read.pages.length).toBeGreaterThan(1);
    expect(read.roles.every((roles) => roles.includes('BlockQuote'))).toBe(true);
  });
});

describe('marks of the document', () => {
  it('write a watermark on every page, which is no part of what is read aloud', async () => {
    const read = await render(
      (pdf) => {
        paragraph(pdf, 'One');
        newPage(pdf);
        paragraph(pdf, 'Two');
      },
      { watermark: 'DRAFT' },
    );
    expect(read.pages.map((page) => page.includes('DRAFT'))).toEqual([true, true]);
    expect(read.roles.flat().filter((role) => role === 'P')).toHaveLength(2);
    expect(read.marked).toEqual(['One', 'Two']);
  });

  it('change the running head from a page on', async () => {
    const read = await render((pdf) => {
      newPage(pdf);
      pdf.runningTitle = 'Second part';
      newPage(pdf);
    });
    expect(read.pages.map((page) => /A report|Second part/.exec(page)?.[0])).toEqual([
      undefined,
      'A report',
      'Second part',
    ]);
  });

  it('number a heading in the margin, in its bookmark too', async () => {
    const read = await render((pdf) => heading(pdf, 1, 'Rules', { number: { text: '3', hang: 20 } }));
    expect(read.bookmarks).toEqual([{ title: '3 Rules', items: [] }]);
    expect(read.marked.join('')).toBe('3 Rules');
  });
});
