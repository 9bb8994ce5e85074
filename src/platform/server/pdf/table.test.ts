import { describe, expect, it } from 'vitest';
import { heading, paragraph } from './blocks.ts';
import { codeLines, evidence } from './evidence.ts';
import { open, render, sentence } from './testing/samplePdf.ts';
import { table } from './table.ts';
import { layoutText, textWidth } from './text.ts';

describe('tables', () => {
  const columns = [
    { header: 'Name', width: 1, rowHeader: true },
    { header: 'Value', width: 60, fixed: true, align: 'right' as const, tabular: true },
  ];

  it('repeats the head on each page and keeps every row whole', async () => {
    const read = await render((pdf) =>
      table(
        pdf,
        columns,
        Array.from({ length: 200 }, (_, index) => [
          `start${index} ${sentence.repeat(3)} end${index}`,
          String(index),
        ]),
      ),
    );
    expect(read.pages.length).toBeGreaterThan(3);
    for (const page of read.pages) {
      expect(page).toContain('Name');
      expect(page.match(/start\d+/gu)?.map((word) => word.slice(5))).toEqual(
        page.match(/end\d+/gu)?.map((word) => word.slice(3)),
      );
    }
    expect(read.roles[0]?.filter((role) => role === 'TR')).toHaveLength(201);
    expect(read.roles[0]?.filter((role) => role === 'THead')).toHaveLength(1);
  });

  it('goes on over pages with a row that is longer than one, where nothing may be lost', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}.`);
    const read = await render((pdf) =>
      table(
        pdf,
        [
          { header: 'Name', width: 1 },
          { header: 'Text', width: 2, maxLines: Infinity },
        ],
        [
          ['before', 'short'],
          ['long', words.map((word) => `${word} `)],
          ['after', 'short'],
        ],
      ),
    );
    expect(read.pages.length).toBeGreaterThan(2);
    expect(read.marked.join(' ').match(/word\d+\./gu)).toEqual(words);
    for (const page of read.pages) expect(page).toContain('Name');
    expect(read.roles[0]?.filter((role) => role === 'TR').length).toBe(4);
    // that of the footer: no row runs into it
    expect(read.lowest).toBeCloseTo(28.18, 1);
  });

  it('has no head where no column has a header', async () => {
    const read = await render((pdf) =>
      table(
        pdf,
        [
          { header: '', width: 1 },
          { header: '', width: 1 },
        ],
        [['a', 'b']],
      ),
    );
    expect(read.roles[0]).toContain('TD');
    expect(read.roles[0]).not.toContain('THead');
  });

  it('cuts a cell that would not fit a page', async () => {
    const read = await render((pdf) =>
      table(pdf, columns, [
        [sentence.repeat(400), '1'],
        ['after', '2'],
      ]),
    );
    expect(read.pages).toHaveLength(1);
    expect(read.text).toContain('…');
    expect(read.text).toContain('after');
  });

  it('stays inside the page whatever is in it', async () => {
    const read = await render((pdf) => {
      table(pdf, columns, [
        ['x'.repeat(900), '9'.repeat(90)],
        [`https://a.example/?${'q=%20&'.repeat(90)}`, 'v'],
      ]);
      paragraph(pdf, 'w'.repeat(700));
      heading(pdf, 1, 'M'.repeat(300));
      evidence(pdf, 'W'.repeat(2000));
    });
    expect(read.rightmost).toBeLessThanOrEqual(612 - 54 + 0.5);
    expect(read.lowest).toBeGreaterThan(20);
  });
});

describe('setting text', () => {
  it('puts no line past its width and loses no character', () => {
    const pdf = open();
    const text = `${sentence}${'unbroken'.repeat(40)} https://a.example/${'path/'.repeat(40)} end`;
    const lines = layoutText(pdf, text, pdf.scale.body, 200);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(200.01);
    expect(
      lines
        .flatMap((line) => line.pieces.map((piece) => piece.text))
        .join('')
        .replaceAll(/\s/gu, ''),
    ).toBe(text.replaceAll(/\s/gu, ''));
  });

  it('keeps the points of a version number apart from its figures', () => {
    const pdf = open();
    const style = pdf.scale.body;
    expect(textWidth(pdf, '3.7.1', style)).toBeGreaterThan(
      textWidth(pdf, '3', style) +
        textWidth(pdf, '7', style) +
        textWidth(pdf, '1', style) +
        2 * textWidth(pdf, '.', style) -
        0.01 -
        style.size * 0.02,
    );
  });
});

describe('evidence', () => {
  it('cuts lines at the edge and escapes what cannot be seen', () => {
    expect(codeLines('abcdefg\n\nh\u0000', 5)).toEqual(['abcde', 'fg', '', 'h\\x00']);
  });

  it('goes on over pages and says what it leaves out', async () => {
    const read = await render((pdf) =>
      evidence(pdf, Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n'), {
        label: 'Response',
        maxLines: 120,
      }),
    );
    expect(read.pages.length).toBeGreaterThan(1);
    expect(read.text).toContain('line 118');
    expect(read.text).toContain('[181 more lines not shown]');
    expect(read.roles[0]).toContain('Code');
  });
});
