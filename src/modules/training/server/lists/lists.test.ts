import JSZip from 'jszip';
import { describe, expect, test } from 'vitest';
import { spreadsheet } from '../testing/lists.ts';
import { trainingWorld } from '../testing/trainingWorld.ts';

type Row = {
  row: number;
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  startMonth: string | null;
  fate: string;
  message: string;
};

async function world(plan = 'essential') {
  const made = await trainingWorld({ plan });
  const preview = (bytes: Buffer | string, name = 'list.csv') =>
    made.ada.upload('/training/previewTrainees', name, bytes);
  const save = (bytes: Buffer | string, name = 'list.csv') =>
    made.ada.upload('/training/saveTraineesBulk', name, bytes);
  /** Each row as `2 Ann Miller <ann@…> Sales 2026-03-01 added`. */
  const read = async (bytes: Buffer | string): Promise<string[]> => {
    const answer = await preview(bytes);
    if (answer.status !== 200) return [answer.body.error.code];
    return answer.body.data.rows.map(
      (row: Row) =>
        `${row.row} ${row.firstName}|${row.lastName}|${row.email.replace('@acme-widgets.com', '@')}|${row.department}|${row.startMonth?.slice(0, 7) ?? ''} ${row.fate}`,
    );
  };
  return { ...made, preview, save, read };
}

const at = (name: string) => `${name}@acme-widgets.com`;

describe('a list is read', () => {
  test('with any separator, order and case of its headings, and none', async () => {
    const { read } = await world();
    const ann = '2 Ann|Miller|ann@|Sales|2026-05 added';
    expect(
      await read(
        `First name,Last name,Email,Department,Start month\nAnn,Miller,${at('ann')},Sales,2026-05\n`,
      ),
    ).toEqual([ann]);
    expect(
      await read(`EMAIL;Given Name;SURNAME;dept;start-month\n${at('ann')};Ann;Miller;Sales;05/2026\n`),
    ).toEqual([ann]);
    expect(
      await read(`Department\tName\tE-mail address\tMonth\nSales\tAnn Miller\t${at('ann')}\tMay 2026\n`),
    ).toEqual([ann]);
    expect(await read(`Name,Email,Dept,Start\n"Miller, Ann","${at('ann')}","Sales",May-26`)).toEqual([ann]);
    expect(await read(`sep=;\r\nName;Email\r\nAnn Miller;${at('ann')}\r\n`)).toEqual([
      '3 Ann|Miller|ann@||2026-03 added',
    ]);
    expect(await read(`Ann,Miller,${at('ann')},Sales\nBo,Ek,${at('bo')},\n`)).toEqual([
      '1 Ann|Miller|ann@|Sales|2026-03 added',
      '2 Bo|Ek|bo@||2026-03 added',
    ]);
    expect(await read(`${at('ann')};Ann van Miller;Sales\n`)).toEqual([
      '1 Ann van|Miller|ann@|Sales|2026-03 added',
    ]);
  });

  test('with quotes, line ends within them, empty lines and rows that are short', async () => {
    const { read } = await world();
    expect(
      await read(
        `First name,Last name,Email,Department\r\n\r\n"Ann ""A""",Miller,${at('ann')},"Sales\nNorth"\r\nBo,Ek,${at('bo')}\r\n,,,\r\n`,
      ),
    ).toEqual(['3 Ann "A"|Miller|ann@|Sales North|2026-03 added', '4 Bo|Ek|bo@||2026-03 added']);
  });

  test('in UTF-8 with and without a mark, both orders of UTF-16, and as Windows writes it', async () => {
    const { read } = await world();
    const text = `Name,Email\nZoë Müller,${at('zoe')}\n`;
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      wide,
      Buffer.from(wide).swap16(),
      wide.subarray(2),
      Buffer.from(text, 'latin1'),
    ])
      expect(await read(bytes)).toEqual(['2 Zoë|Müller|zoe@||2026-03 added']);
  });

  test('as a workbook: dates are months, formulas their values, and text that begins like one is text', async () => {
    const { read } = await world();
    const book = await spreadsheet([
      ['Last name', 'Email', 'First name', 'Start month', 'Department'],
      ['Miller', at('ann'), 'Ann', { date: '2026-05-17' }, { formula: '1+1', value: 'Sales' }],
      ['Ek', at('bo'), '=HYPERLINK("x")', '2026-04', '@home'],
    ]);
    expect(await read(book)).toEqual([
      '2 Ann|Miller|ann@|Sales|2026-05 added',
      '3 =HYPERLINK("x")|Ek|bo@|@home|2026-04 added',
    ]);
  });

  test('to a word of what is wrong with each row', async () => {
    const { preview } = await world();
    const list = [
      'First name,Last name,Email,Start month',
      `Ann,Miller,${at('ann')},Smarch 2026`,
      `Ann,Miller,${at('ann')},13/2026`,
      `Ann,Miller,${at('ann')},1/2090`,
      `,,${at('bo')},`,
      'Cy,Ek,,',
      `Cy,Ek,cy at acme,`,
      `Cy,Ek,${at('cy')},`,
      `Cy,Ek,${at('CY').toUpperCase()},`,
    ].join('\n');
    expect((await preview(list)).body.data.rows.map((row: Row) => row.message)).toEqual([
      'Row 2: “Smarch 2026” is not a month. Write it as 2026-03, for example.',
      'Row 3: “13/2026” is not a month. Write it as 2026-03, for example.',
      'Row 4: The start month is too far away.',
      'Row 5: The name is missing.',
      'Row 6: The email address is missing.',
      'Row 7: “cy at acme” is not an email address.',
      '',
      'Row 9: CY@ACME-WIDGETS.COM is in the list more than once.',
    ]);
  });
});

describe('a list is refused', () => {
  test('where no column holds addresses, and where it is no list', async () => {
    const { read } = await world();
    expect(await read('First name,Last name\nAnn,Miller\n')).toEqual(['columns-missing']);
    for (const nothing of ['', '\ufeff', ' \r\n,,\r\n', 'First name,Last name,Email\n'])
      expect(await read(nothing)).toEqual(['empty-file']);
    expect(await read(await spreadsheet([[]]))).toEqual(['empty-file']);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const bitmap = Buffer.concat([Buffer.from('BM'), Buffer.alloc(56)]);
    bitmap.writeUInt32LE(bitmap.length, 2);
    for (const picture of [
      png,
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
      Buffer.from('GIF89a..'),
      Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
      bitmap,
    ])
      expect(await read(picture)).toEqual(['file-is-picture']);
    expect(await read(Buffer.from('%PDF-1.7\n%âãÏÓ\n'))).toEqual(['file-is-pdf']);
    // a list whose first name begins like a bitmap is a list
    expect(await read(`BM Miller,${at('bm')}\n`)).toHaveLength(1);
    expect(await read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toEqual([
      'unreadable-file',
    ]);
    expect(await read(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 7)]))).toEqual([
      'unreadable-file',
    ]);
    expect(await read(Buffer.from('Name,Email\nAnn\0,x@y.z'))).toEqual(['unreadable-file']);
    const zip = new JSZip();
    zip.file('readme.txt', 'no workbook');
    expect(await read(await zip.generateAsync({ type: 'nodebuffer' }))).toEqual(['unreadable-file']);
  });

  test('with more rows than ten thousand, and one of ten thousand is not', async () => {
    const { preview } = await world();
    const list = (rows: number) =>
      `Name,Email\n${Array.from({ length: rows }, (_, i) => `P Q${i},p${i}@acme-widgets.com`).join('\n')}\n`;
    const over = await preview(list(10_001));
    expect([over.status, over.body.error]).toMatchObject([400, { code: 'too-many-rows', most: 10_000 }]);
    const full = await preview(list(10_000));
    expect([full.status, full.body.data.counts.added, full.body.data.counts['no-seat']]).toEqual([
      200, 15, 9985,
    ]);
  });

  test('as a workbook that unpacks to far more than it holds, that holds very many parts, or links', async () => {
    const { read } = await world();
    const bomb = new JSZip();
    bomb.file('xl/worksheets/sheet1.xml', Buffer.alloc(80_000_000, 32), {
      compression: 'DEFLATE',
      compressionOptions: { level: 9 },
    });
    expect(await read(await bomb.generateAsync({ type: 'nodebuffer' }))).toEqual(['file-too-large']);
    const tight = new JSZip();
    tight.file('xl/worksheets/sheet1.xml', Buffer.alloc(20_000_000, 32), {
      compression: 'DEFLATE',
      compressionOptions: { level: 9 },
    });
    expect(await read(await tight.generateAsync({ type: 'nodebuffer' }))).toEqual(['file-too-large']);
    const many = new JSZip();
    for (let i = 0; i < 2001; i++) many.file(`f${i}.xml`, 'x');
    expect(await read(await many.generateAsync({ type: 'nodebuffer' }))).toEqual(['file-too-large']);
    const link = new JSZip();
    link.file('xl/workbook.xml', '/etc/passwd', { unixPermissions: 0o120777 });
    expect(await read(await link.generateAsync({ type: 'nodebuffer', platform: 'UNIX' }))).toEqual([
      'unreadable-file',
    ]);
  }, 60_000);
});

describe('a list is refused for its size', () => {
  test('that claims to be small and is not', async () => {
    const { read } = await world();
    const book = await spreadsheet([
      ['Name', 'Email'],
      ...Array.from({ length: 100 }, (_, i) => [`P Q${i}`, at(`p${i}`)]),
    ]);
    expect((await read(book)).length).toBe(100);
    // both headers of the sheet say 1,000 bytes
    const name = 'xl/worksheets/sheet1.xml';
    book.writeUInt32LE(1000, book.lastIndexOf(name) - 22);
    book.writeUInt32LE(1000, book.indexOf(name) - 8);
    expect(await read(book)).toEqual(['unreadable-file']);
  });

  test('that is small and stands for more than a program can hold', async () => {
    const { read } = await world();
    const book = await JSZip.loadAsync(
      await spreadsheet([
        ['Name', 'Email'],
        ['Ann Miller', at('ann')],
      ]),
    );
    const name = 'xl/worksheets/sheet1.xml';
    const sheet = await book.file(name)!.async('string');
    book.file(name, sheet.replace('<row r="2">', '<row r="99999999">').replace('r="A2"', 'r="ZZZZ99999999"'));
    expect(await read(await book.generateAsync({ type: 'nodebuffer' }))).toEqual(['unreadable-file']);
    // and whoever comes next is served
    expect(await read(`Name,Email\nAnn Miller,${at('ann')}\n`)).toHaveLength(1);
  });

  test('with a line that never ends; a long cell is cut and told', async () => {
    const { read, preview } = await world();
    expect(await read(`Name,Email\n"${'a'.repeat(200_000)},${at('ann')}\n`)).toEqual(['unreadable-file']);
    const rows = (
      await preview(
        `Name,Email\n${'a'.repeat(40_000)} Miller,${at('ann')}\nBo Ek,${'b'.repeat(40_000)}@x.com\n`,
      )
    ).body.data.rows as Row[];
    expect(rows.map(({ fate, firstName, email }) => `${fate} ${firstName.length} ${email.length}`)).toEqual([
      'added 60 20',
      'bad-address 2 255',
    ]);
  });

  test('heavier than five megabytes, or missing', async () => {
    const { ada, preview } = await world();
    expect((await preview(Buffer.alloc(5_000_001, 65))).status).toBe(413);
    expect((await ada.post('/training/previewTrainees')).body.error.code).toBe('invalid');
  });
});

test('one company with many lists keeps no other from having theirs read', async () => {
  const { portal, ada, preview } = await world();
  const mallory = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  const long = `Name,Email\n${Array.from({ length: 9000 }, (_, i) => `Ann Miller,ann${i}@elsewhere-tools.com`).join('\n')}`;
  const order: string[] = [];
  const theirs = Array.from({ length: 8 }, async () => {
    expect((await mallory.upload('/training/previewTrainees', 'list.csv', long)).status).toBe(200);
    order.push('theirs');
  });
  // behind all of theirs
  await ada.get('/training/team');
  expect((await preview(`Name,Email\nAnn Miller,${at('ann')}\n`)).status).toBe(200);
  order.push('ours');
  await Promise.all(theirs);
  expect(order.indexOf('ours')).toBeLessThan(4);
});
