import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { exportName } from './export.ts';

/** Cells of a CSV, line by line. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}

test('the log is exported newest first, as CSV named by organisation and Pacific day, and the export is an entry itself', async () => {
  const portal = await testPortal({ start: '2026-03-02T07:30:00Z' });
  const ada = await portal.member('ada@acme-widgets.com', 'Acme / Widgets "Inc."');
  const { status, headers, body } = await ada.get('/audit/export');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain('filename="Acme Widgets Inc. activity 2026-03-01.csv"');
  const text = (body as Buffer).toString('utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const [head, ...rows] = cellsOf(text.slice(1));
  expect(head).toContain('Time (Pacific)');
  expect(rows.map((row) => row[5])).toEqual([
    'Exported the activity log',
    'Added administrator ada@acme-widgets.com',
    'Set up the organization Acme / Widgets "Inc."',
  ]);
  expect(rows[0]!.slice(0, 4)).toEqual([
    'Mar 1, 2026, 11:30 PM PST',
    '2026-03-02T07:30:00.000Z',
    'Ada Vance',
    'ada@acme-widgets.com',
  ]);
  expect((await ada.get('/audit/entries?kind=log')).body.data[0]).toMatchObject({
    what: 'Exported the activity log',
    who: { name: 'Ada Vance' },
  });
});

test('a filter narrows the export, and the entry of the export keeps it', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const text = ((await ada.get('/audit/export?kind=organization')).body as Buffer).toString('utf8');
  expect(cellsOf(text)).toHaveLength(2);
  expect((await ada.get('/audit/entries?kind=log')).body.data[0].changes).toEqual([
    { label: 'Kind', before: null, after: 'organization' },
  ]);
});

test.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(1)', '\t=1', '\uff1d1'])(
  'a cell that begins like a formula is defused: %j',
  async (name) => {
    const portal = await testPortal();
    const ada = await portal.member();
    await portal.database.inOrg(ada.orgId, (db) =>
      sql`insert into audit_entry (org_id, at, actor_id, actor_email, user_agent, staff, act, subject, subject_name)
      values (${ada.orgId}, now(), 'x', ${name}, ${name}, ${name}, 'insert', 'admin', 'x')`.execute(db),
    );
    const cells = cellsOf(((await ada.get('/audit/export')).body as Buffer).toString('utf8').slice(1)).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\uff1d]/.test(cell))).toEqual([]);
    expect(cells.some((cell) => cell.startsWith("'"))).toBe(true);
  },
);

test('a long log is exported page by page, each entry once, and no more than fifty thousand', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await portal.database.inOrg(ada.orgId, (db) =>
    sql`insert into audit_entry (org_id, at, act, subject, subject_name)
      select ${ada.orgId}::uuid, '2026-03-01T00:00:00Z'::timestamptz, 'insert', 'admin', 'p' || n from generate_series(1, 50500) n`.execute(
      db,
    ),
  );
  const rows = cellsOf(((await ada.get('/audit/export')).body as Buffer).toString('utf8')).slice(1);
  expect(rows).toHaveLength(50_000);
  expect(new Set(rows.map((row) => row.at(-1))).size).toBe(50_000);
}, 60_000);

test("another organisation's entries are in no export", async () => {
  const portal = await testPortal();
  await portal.member('ada@acme-widgets.com');
  const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
  expect(((await eve.get('/audit/export')).body as Buffer).toString('utf8')).not.toContain('acme');
});

test.each([
  ['../../etc/passwd', '.. .. etc passwd activity 2026-03-02.csv'],
  ['', 'activity 2026-03-02.csv'],
  ['Ö'.repeat(200), `${'Ö'.repeat(80)} activity 2026-03-02.csv`],
])('an organisation called %j names its file %j', (name, file) => {
  expect(exportName(name, new Date('2026-03-02T17:00:00Z'))).toBe(file);
});
