import JSZip from 'jszip';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeState } from '#modules/training/playState.ts';
import { courses } from '#modules/training/server/courses/courses.ts';
import { contentTypeOf } from '#modules/training/server/packages/contentTypes.ts';
import { makePackage } from '#modules/training/server/packages/testing/packages.ts';
import { makeAdministrator, type Calls } from '../calls.ts';
import { picture, reads, startJourney, type Visit } from '../journey.ts';
import { openLrs } from './learningRecords.ts';
import { atDesk } from '../policies/policyDesk.ts';
import { learnerToken, readAll, sameAnswers, takeTest } from './takingCourse.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 150_000 });

const journey = startJourney();
const course = [...courses().values()][0]!;
const verb = (name: string) => `http://adlnet.gov/expapi/verbs/${name}`;

/** Tried by a page of a package, as somebody with bad intent would. */
const tryEverything = `(async () => {
  const attempt = async (work) => {
    try { return { reached: await work() }; } catch (error) { return { refused: error.name }; }
  };
  const load = (tag, address) => new Promise((resolve, reject) => {
    const element = document.createElement(tag);
    element.addEventListener('load', () => resolve('loaded'));
    element.addEventListener('error', () => reject(new Error('not loaded')));
    element.src = address;
    document.head.append(element);
  });
  return {
    origin: self.origin,
    cookie: await attempt(() => document.cookie),
    storage: await attempt(() => localStorage.length),
    parentDom: await attempt(() => window.parent.document.title),
    topAddress: await attempt(() => window.top.location.href),
    call: await attempt(() => fetch('/api/getCSRFToken').then(({ status }) => status)),
    callWithCookies: await attempt(() => fetch('/api/accounts/check', { method: 'POST', credentials: 'include' }).then(({ status }) => status)),
    elsewhere: await attempt(() => fetch('http://elsewhere.test/').then(({ status }) => status)),
    picture: await attempt(() => load('img', '/favicon.ico')),
    script: await attempt(() => load('script', '/theme.js')),
    leaveTop: await attempt(() => { window.top.location.href = '/404'; }),
    own: await attempt(() => fetch('settings.json').then(({ status }) => status)),
  };
})()`;

/** A course of the year as a package, as an administrator downloads it. */
const exported = async (calls: Calls, standard: string): Promise<Buffer> =>
  Buffer.from((await calls.file(`/training/exportCourse/${course.id}/${standard}/course.zip`)).bytes);

describe('a course of our own, brought as a package of somebody else', () => {
  let calls: Calls;
  let ada: Visit;
  let token: string;
  let own: string;

  type Own = {
    catalogMap: Record<string, { id: string; kind: string; title: string }>;
    courseMap: Record<string, { course: string; status: string; bestScore: number | null }[]>;
  };
  const data = async () => (await calls.post<Own>('/training/loadTrainingData')).body;
  const record = async () => Object.values((await data()).courseMap)[0]!.find((one) => one.course === own)!;
  const frameOf = (page: Page): Promise<Frame> =>
    until('the frame', async () => page.frames().find((one) => one.url().includes('/package-content/')));

  test('is brought by an administrator, named, and given to everybody', async () => {
    calls = await makeAdministrator(journey.portal, 'ada@gate-lamps.com', { companyName: 'Gate Lamps LLC' });
    const added = await calls.post('/training/saveTrainees', {
      trainees: [{ firstName: 'Cy', lastName: 'Ode', email: 'cy@gate-lamps.com' }],
    });
    expect(added.status).toBe(200);
    await calls.post('/profile/updateCustomerPortalData', { introViewed: { training: true } });
    ada = await atDesk(journey, calls, { keep: true });
    const { page } = ada;
    await page.goto('/training/courses');
    await page.getByRole('button', { name: 'Bring your own course' }).click();
    const dialog = page.getByRole('dialog');
    await picture(page, 'package-choose');
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer });
    await dialog
      .getByLabel('Course package')
      .setInputFiles(file('evil.zip', makePackage({}, [{ name: '../evil.html', bytes: 'x' }])));
    await reads(dialog, /This file was refused for safety/);
    await picture(page, 'package-refused');
    await dialog
      .getByLabel('Course package')
      .setInputFiles(file('course.zip', await exported(calls, 'scorm12')));
    await reads(page.getByRole('dialog'), 'The course has one part, in SCORM 1.2.');
    await picture(page, 'package-name');
    await dialog.getByLabel('Name of the course').fill('Start safe, the other way');
    await dialog.getByLabel('Everyone in training, from today').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await reads(page, 'Start safe, the other way');
    own = Object.values((await data()).catalogMap).find(({ kind }) => kind === 'own')!.id;
    expect(await record()).toMatchObject({ status: 'notStarted', bestScore: null });
    await page.getByText('Your own courses').scrollIntoViewIfNeeded();
    await picture(page, 'package-there');
  });

  test('runs in a frame from which nothing of the portal can be reached', async () => {
    token = await learnerToken(journey.portal, calls, 'cy@gate-lamps.com');
    // in the administrator's own browser: whoever is signed in there has most to lose
    const page = await ada.context.newPage();
    await page.goto(`/learn/${token}/${own}`);
    const frame = await frameOf(page);
    await frame.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await picture(page, 'package-frame');
    const reach = await frame.evaluate(tryEverything);
    expect(reach).toEqual({
      origin: 'null',
      cookie: { refused: 'SecurityError' },
      storage: { refused: 'SecurityError' },
      parentDom: { refused: 'SecurityError' },
      topAddress: { refused: 'SecurityError' },
      call: { refused: 'TypeError' },
      callWithCookies: { refused: 'TypeError' },
      elsewhere: { refused: 'TypeError' },
      picture: { refused: 'Error' },
      script: { refused: 'Error' },
      leaveTop: { refused: 'SecurityError' },
      own: { reached: 200 },
    });
    expect(new URL(page.url()).pathname).toBe(`/learn/${token}/${own}`);
    await page.close();
  });

  test('is played through SCORM to the same status and score as in the portal itself', async () => {
    const passMark = 80;
    const before = readAll(course, 'gate-lamps');
    // what an earlier visit left behind
    const state = JSON.stringify({
      cmi: { suspend_data: writeState(before), core: { lesson_status: 'incomplete', exit: 'suspend' } },
    });
    const learner = await journey.visit();
    await learner.page.goto(`/learn/${token}`);
    const parts = await calls.post<{ data: { parts: { id: string }[] } }>('/learn/package/open', {
      token,
      course: own,
    });
    const kept = await calls.post('/learn/package/save', {
      token,
      course: own,
      part: parts.body.data.parts[0]!.id,
      state,
    });
    expect(kept.status).toBe(200);
    await learner.page.goto(`/learn/${token}/${own}`);
    const frame = learner.page.frameLocator('iframe');
    const answers = await takeTest(frame, course, [2]);
    const expected = sameAnswers(course, before, answers, passMark);
    expect(expected.passed?.score).toBe(Math.round((100 * (course.quiz.draw - 1)) / course.quiz.draw));
    await reads(learner.page, `Finished, ${expected.passed!.score}%`);
    await picture(learner.page, 'package-finished');
    expect(await record()).toMatchObject({ status: 'finished', bestScore: expected.passed!.score });
    // and it is there the next time
    await learner.page.reload();
    await learner.page
      .frameLocator('iframe')
      .getByText('Passed', { exact: false })
      .or(learner.page.frameLocator('iframe').getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    await reads(learner.page, `Finished, ${expected.passed!.score}%`);
    expect(learner.complaints.filter((one) => /policy|SecurityError/.test(one))).toEqual([]);
  });
});

describe('a course of our own in another learning system', () => {
  test('tells it by cmi5 that it was begun, completed and passed, with the score, and that it was left', async () => {
    const calls = await makeAdministrator(journey.portal, 'bo@gate-lamps.com', {
      companyName: 'Other Lamps LLC',
    });
    const zip = await JSZip.loadAsync(await exported(calls, 'cmi5'));
    const files = new Map<string, { bytes: Buffer; type: string }>();
    for (const [name, file] of Object.entries(zip.files))
      if (!file.dir) files.set(name, { bytes: await file.async('nodebuffer'), type: contentTypeOf(name) });
    const lrs = await openLrs(files);
    onTestFinished(async () => void (await lrs.close()));
    const before = readAll(course, 'elsewhere');
    lrs.keep('course-state', { state: writeState(before), completed: false, passed: false });
    const { page, complaints } = await journey.visit();
    await page.goto(lrs.launchAddress);
    const answers = await takeTest(page, course, [3]);
    const { score } = sameAnswers(course, before, answers, 80).passed!;
    await until('the end of it', async () => lrs.statements.some((one) => one.verb.id === verb('passed')));
    await page.getByRole('button', { name: 'Save and leave' }).click();
    await until('the last words', async () =>
      lrs.statements.some((one) => one.verb.id === verb('terminated')),
    );
    expect(lrs.statements.map((one) => one.verb.id)).toEqual(
      ['initialized', 'completed', 'passed', 'terminated'].map(verb),
    );
    const [, completed, passed, terminated] = lrs.statements;
    expect(completed!.result).toMatchObject({ completion: true });
    expect(passed!.result).toMatchObject({ success: true, score: { scaled: score / 100 } });
    expect(terminated!.result!.duration).toMatch(/^PT[\d.]+S$/);
    for (const { context } of lrs.statements) {
      expect(context.registration).toBe(lrs.registration);
      expect(context.contextActivities.category!.map(({ id }) => id)).toContain(
        'https://w3id.org/xapi/cmi5/context/categories/cmi5',
      );
      expect(context.extensions).toMatchObject({
        'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 'session-1',
      });
    }
    expect(lrs.faults).toEqual([]);
    expect(complaints.filter((one) => !/404/.test(one))).toEqual([]);
  });

  test('says of a test that was failed so once, on leaving, and only where none was passed', async () => {
    const calls = await makeAdministrator(journey.portal, 'cleo@gate-lamps.com', {
      companyName: 'Third Lamps LLC',
    });
    const zip = await JSZip.loadAsync(await exported(calls, 'cmi5'));
    const files = new Map<string, { bytes: Buffer; type: string }>();
    for (const [name, file] of Object.entries(zip.files))
      if (!file.dir) files.set(name, { bytes: await file.async('nodebuffer'), type: contentTypeOf(name) });
    const lrs = await openLrs(files);
    onTestFinished(async () => void (await lrs.close()));
    lrs.keep('course-state', {
      state: writeState(readAll(course, 'failing')),
      completed: false,
      passed: false,
    });
    const { page } = await journey.visit();
    await page.goto(lrs.launchAddress);
    await takeTest(
      page,
      course,
      Array.from({ length: course.quiz.draw }, (_, i) => i + 1),
    );
    await page.close({ runBeforeUnload: false });
    await until('the last words', async () =>
      lrs.statements.some((one) => one.verb.id === verb('terminated')),
    );
    expect(lrs.statements.map((one) => one.verb.id)).toEqual(
      ['initialized', 'failed', 'terminated'].map(verb),
    );
    expect(lrs.statements[1]!.result).toMatchObject({ success: false, score: { scaled: 0 } });
    expect(lrs.faults).toEqual([]);
  });
});
