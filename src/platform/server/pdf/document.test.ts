import { describe, expect, it } from 'vitest';
import { heading, keyValues, list, paragraph } from './blocks.ts';
import { toDay } from '#platform/days.ts';
import { horizontalBars, niceCeiling, stackedColumns } from './charts/charts.ts';
import { trendLine } from './charts/trendLine.ts';
import { contents } from './contents.ts';
import { cover } from './brand/cover.ts';
import { finishPdf, newPage } from './document.ts';
import { callout, statTiles, steps } from './charts/panels.ts';
import { pillRow } from './pills/pillRow.ts';
import { brand, open, render, sentence } from './testing/samplePdf.ts';
import { layoutText } from './text.ts';

describe('the document', () => {
  it('is tagged and carries title, author, language and escaped metadata', async () => {
    const read = await render((pdf) => paragraph(pdf, 'Hello'), {
      title: 'Report for Smith & Sons <Ltd>',
      brand: { ...brand, nameLong: 'Harbor & Co' },
    });
    expect(read).toMatchObject({
      tagged: true,
      lang: 'en-US',
      title: 'Report for Smith & Sons <Ltd>',
      author: 'Harbor & Co',
    });
    expect(read.xmp).toContain('Report for Smith &amp; Sons &lt;Ltd&gt;');
    expect(read.xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  it('embeds every font it uses and no standard font', async () => {
    const pdf = open();
    paragraph(pdf, [
      'plain ',
      { text: 'strong ', strong: true },
      { text: 'slanted ', emphasis: true },
      { text: 'code', code: true },
    ]);
    const file = (await finishPdf(pdf)).toString('latin1');
    expect(file.match(/\/FontFile2 /gu)?.length).toBe(file.match(/\/Type \/FontDescriptor/gu)?.length);
    expect(file).not.toMatch(/Helvetica|\/Type1\b/u);
  });

  it('gives the same bytes for the same input', async () => {
    const once = async (): Promise<Buffer> => {
      const pdf = open();
      heading(pdf, 1, 'Title');
      paragraph(pdf, sentence.repeat(9));
      return finishPdf(pdf);
    };
    expect((await once()).equals(await once())).toBe(true);
  });

  it('numbers pages and repeats the running head from page two on', async () => {
    const read = await render((pdf) => {
      paragraph(pdf, 'One');
      newPage(pdf);
      paragraph(pdf, 'Two');
    });
    expect(read.pages[0]).toContain('Page 1 of 2');
    expect(read.pages[0]).not.toContain('A report');
    expect(read.pages[1]).toContain('A report');
    expect(read.pages[1]).toContain('Page 2 of 2');
  });

  it('draws a cover with a vector logo, and the name where the picture file is broken', async () => {
    const page = { title: 'Title', organization: 'Smith & Sons', subtitle: 'Today' };
    const drawn = await render((pdf) => cover(pdf, page), {
      brand: {
        ...brand,
        logo: { viewBox: [0, 0, 10, 10], paths: [{ d: 'M0 0 H10 V10 Z', fill: '#123456' }] },
      },
    });
    expect(drawn.alts).toEqual(['Harbor Cyber Safety']);
    const broken = await render((pdf) => cover(pdf, page), {
      brand: { ...brand, logo: { image: new Uint8Array([1, 2, 3]) } },
    });
    expect(broken.text).toContain('Harbor Cyber Safety');
    expect(broken.roles[0]).toContain('H1');
  });
});

describe('a picture as logo', () => {
  // Two by one pixels, half transparent.
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGPgL8v7D8QNAA5EA2YHZ3gzAAAAAElFTkSuQmCC',
    'base64',
  );

  it('is in the file once, whatever the number of pages', async () => {
    const pdf = open({ brand: { ...brand, logo: { image: png } } });
    cover(pdf, { title: 'Title', organization: 'O', subtitle: 'S' });
    for (let page = 0; page < 5; page += 1) newPage(pdf);
    const file = (await finishPdf(pdf)).toString('latin1');
    expect(file.match(/\/Subtype \/Image/gu)).toHaveLength(2);
    expect(file.match(/\/SMask /gu)).toHaveLength(1);
  });
});

describe('flow', () => {
  it('keeps a heading with its text and gives headings bookmarks', async () => {
    const read = await render((pdf) => {
      heading(pdf, 1, 'Chapter');
      pdf.y = pdf.bottom - 40;
      heading(pdf, 2, 'Section', { id: 'section' });
      paragraph(pdf, sentence);
    });
    expect(read.pages[0]).not.toContain('Section');
    expect(read.pages[1]).toMatch(/Section[^]*quick brown/u);
    expect(read.bookmarks).toEqual([{ title: 'Chapter', items: ['Section'] }]);
  });

  it('never leaves one line of a paragraph alone', async () => {
    for (let lines = 1; lines <= 4; lines += 1) {
      const read = await render((pdf) => {
        pdf.y = pdf.bottom - pdf.scale.body.leading * lines;
        paragraph(
          pdf,
          Array.from({ length: 5 }, (_, index) => `line${index}\n`)
            .join('')
            .trim(),
        );
      });
      const first = read.pages[0]?.match(/line\d/gu)?.length ?? 0;
      expect([0, 2, 3], `room for ${lines}`).toContain(first);
      expect(read.text.match(/line\d/gu)).toHaveLength(5);
    }
  });

  it('sets a token that never ends in a time that does not grow with its square', () => {
    const pdf = open();
    const timed = (length: number): number => {
      const begun = performance.now();
      const word = Array.from({ length }, (_, index) => String.fromCodePoint(97 + ((index * 7) % 26))).join(
        '',
      );
      const runs = word.match(/.{1,4000}/gu) ?? [];
      expect(
        layoutText(pdf, runs, pdf.scale.body, 400)
          .map((line) => line.pieces.map(({ text }) => text).join(''))
          .join(''),
      ).toBe(word);
      return performance.now() - begun;
    };
    timed(2000);
    // sixteen times as long: some tenths of a second, not half a minute
    expect(timed(64_000)).toBeLessThan(5000);
  });
});

describe('contents, lists and links', () => {
  it('fills in the pages of the contents, as links', async () => {
    const read = await render((pdf) => {
      contents(pdf, [{ text: 'Far away', id: 'far', level: 1 }]);
      newPage(pdf);
      newPage(pdf);
      heading(pdf, 1, 'Far away', { id: 'far' });
    });
    expect(read.pages[0]).toMatch(/Far away\s*3/u);
    expect(read.links).toEqual(['#far']);
    expect(read.roles[0]).toEqual(expect.arrayContaining(['TOC', 'TOCI', 'Link']));
  });

  it('tags lists and facts', async () => {
    const read = await render((pdf) => {
      list(pdf, ['One', 'Two'], { ordered: true });
      keyValues(pdf, [{ label: 'Level', value: 'Normal' }]);
      steps(pdf, [{ title: 'Do this', body: 'Because', meta: 'You' }]);
      statTiles(pdf, [{ value: '12', label: 'High', tone: 'danger', note: 'new' }]);
      callout(pdf, 'good', 'All well', 'Really');
      pillRow(pdf, [{ tone: 'warning', word: 'Medium' }], 'CVSS 5.0');
    });
    expect(read.roles[0]?.filter((role) => role === 'LI')).toHaveLength(5);
    for (const word of ['One', 'Normal', 'Do this', '12', 'All well', 'Medium', 'CVSS 5.0'])
      expect(read.text).toContain(word);
  });

  it('underlines and strikes words through without losing any', async () => {
    const read = await render((pdf) =>
      paragraph(pdf, [
        'A ',
        { text: 'new', underline: true },
        ' and ',
        { text: 'old', strike: true },
        ' word',
      ]),
    );
    expect(read.marked.join('')).toBe('A new and old word');
  });

  it('links only to web and mail addresses', async () => {
    const read = await render((pdf) =>
      paragraph(pdf, [
        { text: 'good', link: 'https://a.example/' },
        ' ',
        { text: 'bad', link: 'javascript:alert(1)' },
      ]),
    );
    expect(read.links).toEqual(['https://a.example/']);
    expect(read.text).toContain('bad');
  });
});

describe('heading tags', () => {
  it('never skip a level', async () => {
    const read = await render((pdf) => {
      cover(pdf, { title: 'Title', organization: 'O', subtitle: 'S' });
      heading(pdf, 2, 'Small one');
      heading(pdf, 1, 'Chapter');
      heading(pdf, 2, 'Section');
      heading(pdf, 3, 'Part');
    });
    expect(read.roles[0]?.filter((role) => /^H\d/u.test(role))).toEqual(['H1', 'H2', 'H2', 'H3', 'H4']);
  });
});

describe('charts', () => {
  it('are figures with alternative text', async () => {
    const read = await render((pdf) => {
      stackedColumns(pdf, {
        series: [
          { name: 'Low', tone: 'notice' },
          { name: 'High', tone: 'danger' },
        ],
        columns: [
          { at: new Date('2026-11-01T20:00:00Z'), day: 'Nov 1, 2026', values: [2, 1] },
          { at: new Date('2026-11-02T20:00:00Z'), day: 'Nov 2, 2026', values: [0, 0] },
        ],
        alt: 'Stack',
      });
      horizontalBars(pdf, {
        bars: [
          { label: 'Email', value: 3 },
          { label: 'Web', value: 0, tone: 'danger' },
        ],
        alt: 'Bars',
      });
      trendLine(pdf, {
        points: [
          { day: toDay('2026-01-15'), value: 640 },
          { day: toDay('2026-02-15'), value: 700 },
        ],
        min: 250,
        max: 900,
        alt: 'Trend',
      });
      trendLine(pdf, { points: [{ day: toDay('2026-01-15'), value: 0 }], alt: 'One point' });
    });
    expect(read.alts).toEqual(['Stack', 'Bars', 'Trend', 'One point']);
    for (const word of ['Nov 2', 'Email', '700']) expect(read.text).toContain(word);
  });

  it('draw a value where its day is, name the years of two, and mark what is beyond the scale with its true value', async () => {
    const places: number[] = [];
    const read = await render((pdf) => {
      const { circle } = pdf.doc;
      pdf.doc.circle = (x, y, radius) => {
        places.push(x);
        return circle.call(pdf.doc, x, y, radius);
      };
      const points = (['2026-11-10', '2026-11-24', '2027-02-23'] as const).map((day, at) => ({
        day: toDay(day),
        value: [640, 870, 700][at]!,
      }));
      trendLine(pdf, { points, min: 300, max: 850, alt: 'Trend' });
    });
    const [first, second, third] = places as [number, number, number];
    expect((third - second) / (second - first)).toBeCloseTo(91 / 14);
    for (const word of ['Nov 10, 2026', 'Feb 23, 2027', '640', '870', '700'])
      expect(read.text).toContain(word);
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 4],
    [4.2, 5],
    [11, 20],
    [780, 1000],
  ])('rounds %d up to %d', (value, expected) => {
    expect(niceCeiling(value)).toBe(expected);
  });
});
