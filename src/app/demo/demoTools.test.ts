import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pacificDay } from '#platform/days.ts';
import { programOf, signIn, type SignedIn } from '../testing/demo.ts';
import { fillDemo, type DemoProgram } from '../demo.ts';
import { notApplicable, sittings } from './assessment.ts';
import { team } from './team.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

// a whole year is told, on a machine that is busy with other tests
vi.setConfig({ testTimeout: 240_000 });

/** `2025-11-20`: so many days before today, as the portal counts days. */
const dayBefore = (portal: TestPortal, days: number) =>
  pacificDay(new Date(portal.clock.now().getTime() - days * 86_400_000));

type Demo = { portal: TestPortal; browser: SignedIn };

const rowsOf = async ({ database }: TestPortal) => {
  const { rows } = await sql`select organization_of_person(cognito_id) as org from user_pool_user`.execute(
    database.global,
  );
  const orgId = (rows[0] as { org: string | null }).org;
  if (!orgId) return { organizations: 0 };
  return database.inOrg(orgId, async (db) => {
    const counted = await sql<{ scans: number; findings: number; changed: Date }>`
      select (select count(*) from scan) as scans, (select count(*) from scan_finding) as findings, (select max(updated_at) from organization) as changed`.execute(
      db,
    );
    return { organizations: 1, orgId, ...counted.rows[0]! };
  });
};

test('interrupted, it leaves no half company; the next start makes it whole, with a year for every tool, and the one after changes nothing', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const portal = await testPortal();
  // in the middle of the year: so many mails are written by then
  let mails = 0;
  const seal: typeof portal.base.secrets.seal = (...sealed) => {
    mails += 1;
    if (mails > 25) throw new Error('pulled the plug');
    return portal.base.secrets.seal(...sealed);
  };
  const program = programOf(portal, 'http://localhost/mailbox');
  const cut: DemoProgram = {
    ...program,
    base: { ...program.base, secrets: { ...portal.base.secrets, seal } },
  };
  await expect(fillDemo(cut)).rejects.toThrow('pulled the plug');
  expect(await rowsOf(portal)).toEqual({ organizations: 0 });
  await fillDemo(program);
  const demo = { portal, browser: await signIn(portal) };
  await assessmentIsComplete(demo);
  await policiesAreInEveryState(demo);
  await teamIsInTraining(demo);
  await ratingHasAYear(demo);
  const made = await rowsOf(portal);
  expect(made).toMatchObject({ organizations: 1 });
  portal.clock.advance(86_400);
  await fillDemo(programOf(portal));
  expect(await rowsOf(portal)).toEqual(made);
  expect(await portal.queued()).toEqual([]);
});

/** Its assessment is complete, at the level of its weakest elements, and better than it was. */
async function assessmentIsComplete({ portal, browser }: Demo) {
  const { data } = (await browser.get('/zimm/report')).body;
  expect(data).toMatchObject({
    assessment: { assessmentStatus: 'completed' },
    overallLevel: 2,
    percent: 100,
    target: 3,
  });
  const levels = Object.fromEntries(
    data.elements.map(({ id, level }: { id: string; level: number }) => [id, level]),
  );
  expect(levels).toEqual(Object.assign({}, ...sittings.map((sitting) => sitting.levels)));
  expect([...new Set(Object.values(levels))].sort()).toEqual([2, 3, 4]);
  expect(data.snapshots.map(({ day }: { day: string }) => day)).toEqual(
    sittings.map(({ daysAgo }) => dayBefore(portal, daysAgo)).toReversed(),
  );
  const first = data.snapshots.findLast(
    (one: { assessmentStatus: string }) => one.assessmentStatus === 'completed',
  );
  expect(first).toMatchObject({ overallLevel: 0 });
  expect(Object.keys(first.levels)).toHaveLength(15);

  const { questions, nextQuestion } = (await browser.get('/zimm/assessment')).body.data;
  const given = Object.values(questions) as {
    questionId: string;
    answer: string;
    note: string;
    answeredBy: string;
    inactive: boolean;
  }[];
  expect(nextQuestion).toBeNull();
  expect(given.filter(({ inactive }) => inactive)).toEqual([]);
  const excluded = given.filter(({ answer }) => answer === 'notApplicable');
  expect(excluded.map(({ questionId }) => questionId).sort()).toEqual(Object.keys(notApplicable).sort());
  expect(excluded.every(({ note }) => note.length > 20)).toBe(true);
  expect(given.filter(({ answer }) => answer === 'unsure').length).toBeGreaterThan(3);
  expect(new Set(given.map(({ answeredBy }) => answeredBy))).toEqual(new Set(['Nora Lindqvist']));

  const planned = data.elements.flatMap((element: { next: { actions: { task: object | null }[] } | null }) =>
    (element.next?.actions ?? []).flatMap(({ task }) => task ?? []),
  );
  expect(planned).toHaveLength(7);
  expect(planned.filter(({ done }: { done: boolean }) => done)).toHaveLength(1);
  const today = dayBefore(portal, 0);
  expect(
    planned.filter(({ due, done }: { due: string; done: boolean }) => due < today && !done),
  ).toHaveLength(1);
  const pdf = await browser.get('/zimm/reportPdf/a.pdf');
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
}

/** Its policies are in force, in second versions, in drafts, on their way and returned; most people have signed. */
async function policiesAreInEveryState({ portal, browser }: Demo) {
  const { data } = (await browser.get('/policy/policyList')).body;
  const lineOf = (one: {
    id: string;
    custom: boolean;
    version: number;
    status: string;
    mode: string | null;
  }) => `${one.custom ? 'custom' : one.id} v${one.version} ${one.mode ?? one.status}`;
  expect(data.map(lineOf).sort()).toEqual([
    'acceptable-use v1 Active',
    'access v1 Active',
    'ai v1 customize',
    'backup v2 Active',
    'custom v1 Active',
    'email v1 Active',
    'incident v1 Active',
    'infosec v1 Active',
    'passwords v2 Active',
    'patching v1 Active',
    'privacy v1 customize',
    'suppliers v1 sent',
  ]);
  type Line = { id: string; review: string; returned: boolean; approver: string };
  const found = (fits: (one: Line) => boolean) => data.filter(fits).map(({ id }: Line) => id);
  expect(found(({ review }) => review === 'soon')).toEqual(['infosec']);
  expect(found(({ review }) => review === 'overdue')).toEqual([]);
  expect(found(({ returned }) => returned)).toEqual(['privacy']);
  expect(found(({ approver }) => approver === 'Ingrid Solberg')).toEqual(['infosec']);
  for (const policyType of ['passwords', 'backup']) {
    const { lines, added, removed } = (
      await browser.post('/policy/policyCompare', { policyType, from: 1, to: 2 })
    ).body.data;
    expect([lines.length > 20, added > 2, removed > 2]).toEqual([true, true, true]);
  }
  const pdf = await browser.get('/policy/policyPack/a.pdf');
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await browser.get('/dashboard/getModuleActivity')).body.data.compliance).toMatchObject({
    active: 9,
    draft: 3,
  });
  await signedByMost(browser);
  await mailsKept(portal);
}

async function signedByMost(browser: SignedIn) {
  const { data } = (await browser.get('/policy/signOff')).body;
  expect(data.policies.filter(({ asked }: { asked: boolean }) => asked)).toHaveLength(6);
  expect(data).toMatchObject({ people: 14, done: 10 });
  const waiting = (await browser.get('/policy/signers?only=waiting')).body.data.people;
  expect(waiting.map(({ name, signed }: { name: string; signed: number }) => [name, signed])).toEqual([
    ['Amelia Thornbury', 0],
    ['Dmitri Valen', 3],
    ['Felix Arranda', 4],
    ['Owen Brightwater', 5],
  ]);
  // what somebody signed who has left stays on record
  const csv = (await browser.get('/policy/exportSignatures')).body.toString();
  expect(csv.split('\n').filter((line: string) => line.includes('Jonas Hartwell'))).toHaveLength(7);
}

/** The mails of the year are in the mailbox, with the links that still wait for an answer. */
async function mailsKept(portal: TestPortal) {
  const mails = await portal.mailbox.list({ limit: 1000 });
  const subjects = mails.map(({ subject }) => subject);
  expect(
    subjects.filter((subject) => subject === 'A security policy is waiting for your approval'),
  ).toHaveLength(3);
  expect(subjects.filter((subject) => /^(Approved|Returned with a comment): /.test(subject))).toHaveLength(2);
  const years = new Set(mails.map(({ at }) => at.slice(0, 4)));
  expect([...years].sort()).toEqual(['2025', '2026']);
  const linkIn = async (to: string, page: string) => {
    const link = new RegExp(`/${page}/([\\w-]+)`);
    // newest first
    for (const { id } of await portal.mailbox.list({ to })) {
      const found = link.exec((await portal.mailbox.read(id))!.text);
      if (found) return found[1];
    }
    throw new Error(`Nobody mailed ${to} such a link.`);
  };
  const anyone = portal.browser();
  const waiting = await anyone.post('/policy/signingLink/open', {
    token: await linkIn('amelia.thornbury@harborlamps.example', 'policy-signing'),
  });
  expect(waiting.body.data.policies).toHaveLength(6);
  const token = await linkIn('ingrid.solberg@harborlamps.example', 'policy-approval');
  expect((await anyone.post('/policy/approvalLink/open', { token })).body.data.policy.id).toBe('suppliers');
}

/** Its team is in training: most take each course, some late, some stopped, one left, and every figure is of a course taken. */
async function teamIsInTraining({ browser }: Demo) {
  const { trainees, total, traineesData, courseMap } = (
    await browser.post('/training/loadTrainingData', { standing: 'all', pageSize: 100 })
  ).body;
  expect(total).toBe(team.length);
  const standings = Map.groupBy(trainees, ({ standing }: { standing: string }) => standing);
  expect(standings.get('archived')).toMatchObject([{ lastName: 'Hartwell' }]);
  expect(standings.get('overdue')!.length).toBeGreaterThan(1);
  expect((standings.get('open')?.length ?? 0) + (standings.get('upToDate')?.length ?? 0)).toBeGreaterThan(6);
  expect(traineesData.seats.taken).toBe(team.length - 1);
  const enrolments = (
    Object.values(courseMap) as { status: string; bestScore: number | null; certificate: string | null }[][]
  ).flat();
  const finished = enrolments.filter(({ status }) => status === 'finished');
  expect(finished.length).toBeGreaterThan(40);
  expect(finished.every(({ bestScore, certificate }) => bestScore! >= 80 && certificate !== null)).toBe(true);
  expect(traineesData.insights.some(({ hardest }: { hardest: object | null }) => hardest !== null)).toBe(
    true,
  );
  expect((await browser.get('/dashboard/getModuleActivity')).body.data.training).toMatchObject({
    teamMembers: team.length - 1,
  });
  const code = finished[0]!.certificate!;
  expect((await browser.post('/learn/checkCertificate', { code })).body.data).toMatchObject({
    code,
    company: 'Harbor Lamps LLC',
  });
}

/** Its rating fell when a port and when a certificate went wrong, rose with each fix, and says why. */
async function ratingHasAYear({ browser }: Demo) {
  const { data, error, progress } = (
    await browser.post('/ratings/fastRatings', { url: 'www.harborlamps.example', pdf: false })
  ).body;
  expect([error, progress, data.domain, data.verified]).toEqual([null, null, 'harborlamps.example', true]);
  expect(data.ratings.length).toBeGreaterThan(100);
  const [newest, oldest] = [data.ratings[0].rating, data.ratings.at(-1).rating];
  expect(newest).toBeGreaterThan(oldest + 60);
  expect(data.rating_details).toMatchObject({
    dmarc: { grade: 'B' },
    open_ports: { grade: 'B' },
    botnet_infections: { grade: 'N/A' },
  });
  const said = data.changes
    .flatMap(({ reasons }: { reasons: { text: string }[] }) => reasons.map(({ text }) => text))
    .join(' ');
  expect(said).toContain('shop.harborlamps.example');
  expect(data.changes.some(({ from, to }: { from: number; to: number }) => to < from)).toBe(true);
}
