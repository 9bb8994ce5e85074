import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { MailError } from '#providers/mail/port.ts';
import { queueMail, sendMailJob } from '#platform/server/mail/outbox.ts';
import { staffJobsContract } from '../jobsContract.ts';
import { staffLogContract } from '../logContract.ts';

/** A job as pg-boss leaves it. */
async function job(
  portal: TestPortal,
  name: string,
  part: { state?: string; data?: object; message?: string; at?: string; key?: string } = {},
) {
  const id = randomUUID();
  const at = part.at ?? '2026-03-02T16:00:00Z';
  const { state = 'failed', data = {}, message = 'It broke.' } = part;
  await sql`insert into pgboss.job (id, name, data, state, retry_limit, retry_count, created_on, start_after, completed_on, output, singleton_key, policy)
    select ${id}::uuid, ${name}, ${JSON.stringify(data)}::jsonb, ${state}::pgboss.job_state, 2, 2, ${at}::timestamptz, ${at}::timestamptz,
      ${state === 'failed' || state === 'completed' ? at : null}::timestamptz, ${JSON.stringify({ message, stack: 'secret stack' })}::jsonb, ${part.key ?? null}, q.policy
    from pgboss.queue q where q.name = ${name}`.execute(portal.database.global);
  return id;
}
const stateOf = async (portal: TestPortal, id: string) =>
  (
    await sql<{
      state: string;
      retryLimit: number;
    }>`select state::text, retry_limit from pgboss.job where id = ${id}::uuid`.execute(portal.database.global)
  ).rows[0];
const acts = (portal: TestPortal) =>
  portal.database.global.selectFrom('staffAct').selectAll().orderBy('id').execute();

test('staff see what waits, runs and failed, whose it was, and nothing that a job was told but ids', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.staff();
  await portal.dropQueued();
  await job(portal, 'send-mail', { state: 'created', at: '2026-03-02T15:00:00Z' });
  await job(portal, 'start-due-scans', { state: 'completed' });
  const sealed = 'a-sealed-secret';
  const id = await job(portal, 'invite-trainees', {
    data: { orgId: ada.orgId, memberId: 'm-1', sealed, email: 'eve@acme.com', apiKeyId: 'no id <b>' },
    message: 'Line one\nline two',
  });
  await job(portal, 'send-mail', { at: '2026-02-20T00:00:00Z' });
  const queues = (await sam.get('/staff/jobs/queues')).body.data;
  const queue = (name: string) => queues.find((one: { name: string }) => one.name === name);
  expect(queue('send-mail')).toMatchObject({
    waiting: 1,
    running: 0,
    failed: 0,
    oldestWaiting: '2026-03-02T15:00:00.000Z',
    schedule: null,
  });
  expect(queue('start-due-scans')).toMatchObject({
    schedule: '* * * * *',
    nextRun: '2026-03-02T17:01:00.000Z',
    lastRun: '2026-03-02T16:00:00.000Z',
  });
  const failed = (await sam.get('/staff/jobs/failed')).body.data;
  expect(failed).toMatchObject({ total: 1, page: 1, pages: 1 });
  expect(failed.rows).toEqual([
    {
      id,
      queue: 'invite-trainees',
      at: '2026-03-02T16:00:00.000Z',
      tries: 3,
      message: 'Line one line two',
      organization: { orgId: ada.orgId, name: 'Acme Widgets Inc.' },
      ids: [{ name: 'memberId', id: 'm-1' }],
      mayRetry: true,
    },
  ]);
  const found = async (query: string) => (await sam.get(`/staff/jobs/failed?${query}`)).body.data.total;
  expect([
    await found('search=acme'),
    await found('search=LINE'),
    await found(`search=${id}`),
    await found('search=sealed'),
    await found('queue=send-mail'),
  ]).toEqual([1, 1, 1, 0, 0]);
});

test('a failed job is tried once more, by one of two who ask, and that is written down', async () => {
  const portal = await testPortal();
  const sam = await portal.staff();
  const id = await job(portal, 'send-reset-link', { data: { email: 'eve@acme.com' } });
  const retry = (queue: string, of: string) => sam.post('/staff/jobs/retry', { queue, id: of });
  const both = await Promise.all([retry('send-reset-link', id), retry('send-reset-link', id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await stateOf(portal, id)).toEqual({ state: 'retry', retryLimit: 3 });
  expect(await acts(portal)).toMatchObject([
    { kind: 'job', subjectId: id, what: 'Tried the job send-reset-link again' },
  ]);
  expect(JSON.stringify(await acts(portal))).not.toContain('eve@acme.com');
  // what comes round by itself, what is closed, what waits already, and what is not there
  const scheduled = await job(portal, 'apply-retention');
  const scan = await job(portal, 'run-scan', { data: { orgId: randomUUID(), websiteId: randomUUID() } });
  expect((await retry('apply-retention', scheduled)).body.error.code).toBe('not-retried');
  expect((await retry('run-scan', scan)).body.error.code).toBe('not-retried');
  expect((await retry('send-mail', id)).body.error.code).toBe('no-such-job');
  expect((await stateOf(portal, scan))!.state).toBe('failed');
});

test('a mail that is given up is remembered without what it said; one that is tried again is not', async () => {
  const portal = await testPortal();
  const sam = await portal.staff();
  await queueMail(portal.base, portal.base.global, {
    to: { address: 'eve@acme.com' },
    fromName: 'Cyber Safety',
    replyTo: 'support@cybersafety.example',
    subject: '123456 is your code',
    html: '<p>123456</p>',
    text: '123456',
  });
  const { data } = (await portal.queued()).find(({ spec }) => spec.name === 'send-mail')!;
  const failing = (error: Error) => ({
    ...portal.base,
    providers: {
      ...portal.base.providers,
      mail: {
        ...portal.base.providers.mail,
        send: async () => {
          throw error;
        },
      },
    },
  });
  const run = (error: Error, lastAttempt: boolean) =>
    sendMailJob.run(failing(error), data, {
      id: '7d5b6a52-7c39-4d3e-9d8a-3f8f6a3f9b11',
      attempt: 0,
      lastAttempt,
      signal: new AbortController().signal,
    });
  await expect(run(new Error('busy'), false)).rejects.toThrow('busy');
  expect((await sam.get('/staff/jobs/mails')).body.data.rows).toEqual([]);
  await expect(run(new Error('still busy'), true)).rejects.toThrow('still busy');
  await run(new MailError('550 no such mailbox', false), false);
  const mails = (await sam.get('/staff/jobs/mails?search=EVE')).body.data;
  expect(mails.rows).toMatchObject([
    {
      recipient: 'eve@acme.com',
      sender: 'Cyber Safety',
      reason: '550 no such mailbox',
      at: '2026-03-02T17:00:00.000Z',
    },
  ]);
  expect(JSON.stringify(mails)).not.toContain('123456');
});

test('failed scans are listed with website and reason', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.staff();
  const website = randomUUID();
  await portal.database.inOrg(ada.orgId, async (db) => {
    await sql`insert into website (org_id, id, name, name_key, url, url_key, scan_profile, confirmed_by, confirmed_by_person, confirmed_at, created_at)
      values (${ada.orgId}, ${website}, 'Shop', 'shop', 'https://shop.acme.com', 'shop.acme.com', 'safe', 'a', 'b', now(), now())`.execute(
      db,
    );
    await sql`insert into scan (org_id, id, website_id, status, scan_profile, started_by, started_at, completed_at, tries, beat_at, failure_reason)
      values (${ada.orgId}, ${randomUUID()}, ${website}, 'failed', 'safe', 'schedule', '2026-03-01', '2026-03-01', 3, '2026-03-01', 'Its name does not resolve.'),
        (${ada.orgId}, ${randomUUID()}, ${website}, 'failed', 'safe', 'schedule', '2026-01-01', '2026-01-01', 1, '2026-01-01', 'Long ago.')`.execute(
      db,
    );
  });
  const scans = async (query = '') => (await sam.get(`/staff/jobs/scans${query}`)).body.data;
  expect(await scans()).toMatchObject({
    total: 1,
    rows: [
      {
        companyName: 'Acme Widgets Inc.',
        website: 'https://shop.acme.com',
        tries: 3,
        reason: 'Its name does not resolve.',
      },
    ],
  });
  expect((await scans('?search=resolve')).total).toBe(1);
  expect((await scans('?search=elsewhere')).total).toBe(0);
});

test('the desk log is read page by page, filtered, searched and exported; the export is an entry', async () => {
  const portal = await testPortal();
  const sam = await portal.staff('sam@support.example');
  await sql`insert into staff_act (at, staff_id, staff_email, staff_name, kind, what, new_value)
    select '2026-03-01'::timestamptz + n * interval '1 minute', null, case when n % 2 = 0 then 'kim@support.example' end, case when n % 2 = 0 then 'Kim' else 'Operator' end,
      case when n % 3 = 0 then 'brand' else 'channel' end, '=Changed ' || n, jsonb_build_object('trial.days', n) from generate_series(1, 60) n`.execute(
    portal.database.global,
  );
  const log = async (query = '') => (await sam.get(`/staff/log?${query}`)).body.data;
  expect(await log()).toMatchObject({
    total: 60,
    pages: 3,
    entries: {
      length: 25,
      0: { what: '=Changed 60', changes: [{ label: 'Days of trial', before: null, after: '60' }] },
    },
  });
  expect((await log('page=3')).entries).toHaveLength(10);
  expect((await log('kind=brand&person=kim@support.example')).total).toBe(10);
  expect((await log('person=operator')).total).toBe(30);
  expect((await log('search=changed 59')).entries).toMatchObject([
    { what: '=Changed 59', who: { name: 'Operator', email: '' } },
  ]);
  expect((await sam.get('/staff/log/people')).body.data).toEqual([
    { id: 'kim@support.example', name: 'Kim' },
    { id: 'operator', name: 'Operator' },
  ]);
  const csv = ((await sam.get('/staff/log/export?kind=brand')).body as Buffer).toString('utf8').split('\r\n');
  expect(csv).toHaveLength(22);
  // a spreadsheet takes no cell for a formula
  expect(csv[1]).toContain(",'=Changed 60,");
  expect((await log('kind=log')).entries).toMatchObject([
    {
      what: 'Exported the desk log',
      who: { email: 'sam@support.example' },
      changes: [{ label: 'About', after: 'brand' }],
    },
  ]);
});

test('all of it is refused to staff of one brand, and is not there for anybody else', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
  for (const { method, path } of [...Object.values(staffJobsContract), ...Object.values(staffLogContract)]) {
    const body = { queue: 'send-mail', id: randomUUID() };
    const ask = (who: typeof ada | typeof lena) => (method === 'GET' ? who.get(path) : who.post(path, body));
    expect((await ask(lena)).body.error.code, path).toBe('every-brand-only');
    expect((await ask(ada)).status, path).toBe(404);
  }
  expect(await acts(portal)).toEqual([]);
});
