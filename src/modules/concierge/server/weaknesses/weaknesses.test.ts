import { describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { expert, hostile, weaknessDraft } from '../testing/concierge.ts';
import { changeWeakness, createWeakness, readDeskWeakness } from '../desk/weaknesses.ts';
import { selectDeskWeaknesses } from '../desk/desk.store.ts';

const list = async (who: TestBrowser, query = '') =>
  (await who.get(`/cyberconcierge/cyberConciergeWeaknesses${query}`)).body;
const read = async (who: TestBrowser, id: string) =>
  (await who.get(`/cyberconcierge/weakness?weaknessId=${id}`)).body.weakness;

describe('the list', () => {
  test('is in the order of the specification’s ranks, ties by the newest date', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const make = async (title: string, severity: 'Critical' | 'High' | 'Low' | 'Info') => {
      portal.clock.advance(60);
      return createWeakness(portal.base, expert, ada.orgId, weaknessDraft({ title, severity }));
    };
    const low = await make('low', 'Low');
    await make('high one', 'High');
    await make('high two', 'High');
    await make('info', 'Info');
    const critical = await make('critical', 'Critical');
    portal.clock.advance(60);
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: critical,
      version: 1,
      status: 'Not Relevant',
      note: '',
    });
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: low,
      version: 1,
      status: 'Resolved',
      note: '',
    });
    const titles = async (query = '') =>
      (await list(ada, query)).weaknesses.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['high two', 'high one', 'info', 'low', 'critical']);
    expect(await titles('?sort=severity')).toEqual(['critical', 'high two', 'high one', 'low', 'info']);
    expect(await titles('?sort=severity&down=true')).toEqual([
      'info',
      'low',
      'high two',
      'high one',
      'critical',
    ]);
    expect(await titles('?sort=status&down=true')).toEqual([
      'critical',
      'low',
      'high two',
      'high one',
      'info',
    ]);
    expect(await titles('?status=Open&severity=High&search=TWO')).toEqual(['high two']);
    expect(await list(ada)).toMatchObject({
      counts: { Open: 3, Resolved: 1, 'Not Relevant': 1, 'No Status': 0 },
      open: { High: 2, Critical: 0 },
    });
  });
});

describe('a weakness', () => {
  test('has a PDF named by the rule, in which a script is text', async () => {
    const portal = await testPortal({ start: '2026-03-03T03:00:00Z' });
    const ada = await portal.member();
    const id = await createWeakness(
      portal.base,
      expert,
      ada.orgId,
      weaknessDraft({ title: 'Door & <b>window</b>', body: hostile }),
    );
    const { pdfName, body } = await read(ada, id);
    // still March 2 in Pacific time
    expect(pdfName).toBe(`SecurityWeakness_2026-03-02_${id}.pdf`);
    expect(JSON.stringify(body)).not.toContain('javascript:');
    const pdf = await ada.get(`/cyberconcierge/weaknessPdf/${id}/whatever.pdf`);
    expect(pdf.headers['content-disposition']).toContain(`filename="${pdfName}"`);
    const { text, links } = await readPdf(pdf.body as Buffer);
    expect(text).toContain('<script>alert(1)</script>');
    expect(text).toContain('Door & <b>window</b>');
    expect(text).toContain('Acme Widgets Inc.');
    expect(links).toEqual(['https://example.com/']);
  });

  test('gets its status from the experts alone: there is no call for it, and a word of the customer leaves it as it is', async () => {
    const portal = await testPortal();
    const [ada, eve] = [
      await portal.member(),
      await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools'),
    ];
    const id = await createWeakness(portal.base, expert, ada.orgId, weaknessDraft());
    const check = (who: TestBrowser) =>
      who.post('/cyberconcierge/checkWeakness', { weaknessId: id, note: 'Closed the port.' });
    expect((await check(eve)).body.error.code).toBe('no-such-weakness');
    const { threadId } = (await check(ada)).body;
    expect((await check(ada)).body.error.code).toBe('already-asked');
    expect(await read(ada, id)).toMatchObject({
      status: 'Open',
      thread: { threadId, state: 'waiting' },
      history: [{ act: 'check-asked', note: 'Closed the port.', by: 'Ada Vance' }, { act: 'published' }],
    });
    const desk = await selectDeskWeaknesses(portal.base.global, {
      channels: null,
      orgId: null,
      statuses: ['Open'],
      search: '',
      page: 1,
      pageSize: 5,
    });
    expect(desk.rows).toMatchObject([
      { weaknessId: id, companyName: 'Acme Widgets Inc.', checkSince: portal.clock.now() },
    ]);
    const sam = await portal.support(ada);
    expect((await check(sam)).body.error.code).toBe('not-in-support-session');
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: id,
      version: 1,
      status: 'Resolved',
      note: 'Checked.',
    });
    expect((await check(ada)).body.error.code).toBe('not-open');
    expect((await read(ada, id)).history[0]).toMatchObject({
      act: 'status',
      status: 'Resolved',
      note: 'Checked.',
      by: 'Sam Rivera',
    });
    // the log of the organisation names the member of staff
    const log = (await ada.get('/audit/entries')).body.data as {
      what: string;
      who: { kind: string; staff: string };
    }[];
    expect(
      log.find(({ what }) => what.startsWith('Set the status of the security weakness'))?.who,
    ).toMatchObject({
      kind: 'staff',
      staff: 'sam@support.example',
    });
  });

  test('takes one of two changes that were begun from the same version', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const id = await createWeakness(portal.base, expert, ada.orgId, weaknessDraft());
    const change = (status: 'Resolved' | 'Not Relevant') =>
      changeWeakness(portal.base, expert, { orgId: ada.orgId, weaknessId: id, version: 1, status, note: '' });
    const both = await Promise.allSettled([change('Resolved'), change('Not Relevant')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'changed-meanwhile' },
    });
    expect((await readDeskWeakness(portal.base, ada.orgId, id))!.history).toHaveLength(2);
  });
});
