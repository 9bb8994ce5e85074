import { describe, expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { codeOf, newCode } from '#platform/server/secrets/checkCode.ts';
import { renderCertificate } from './certificatePdf.ts';
import { courses } from '../courses/courses.ts';
import { courseOf, learnWorld, refusalOf } from '../testing/learnWorld.ts';
import { noteProgress } from '../progress/progress.ts';

const one = courseOf(1);
const year = [...courses().values()];

async function finishedWorld() {
  const world = await learnWorld();
  const [token] = (await world.learners('Ann')) as [string];
  await world.take(token, one);
  const [course] = (await world.openLearning(token)).body.data.courses;
  const check = (code: string, from = world.anyone) => from.post('/learn/checkCertificate', { code });
  const [{ trainees }] = [await world.load()];
  return { ...world, secret: token, code: course.certificate as string, id: trainees[0].id as string, check };
}

describe('a certificate', () => {
  test('is true for anyone who has its code, however they write it, and says no more than it says', async () => {
    const { check, code, portal } = await finishedWorld();
    const visitor = portal.browser({ ip: '198.51.100.77' });
    const said = {
      code,
      name: 'Ann Miller',
      company: 'Acme Widgets Inc.',
      title: one.title,
      isYear: false,
      score: 100,
      minutes: one.minutes,
      finishedAt: '2026-03-02T17:00:00.000Z',
    };
    for (const typed of [
      code,
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('-', '\u2013'),
    ])
      expect((await check(typed, visitor)).body).toEqual({ success: true, data: said });
    const other = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
    for (const typed of [other, code.slice(0, -1), `${code}A`, "' or 1=1 --", '0000-0000-0000-0000'])
      expect(refusalOf(await check(typed, visitor))).toEqual([404, 'no-such-certificate']);
    for (let i = 0; i < 20; i++) await check(newCode(), visitor);
    expect((await check(code, visitor)).status).toBe(429);
  });

  test('keeps the names of its day', async () => {
    const { check, code, ada, id } = await finishedWorld();
    expect(
      (await ada.post('/training/editTrainee', { trainees: [{ id, lastName: 'Renamed' }] })).status,
    ).toBe(200);
    expect((await check(code)).body.data).toMatchObject({ name: 'Ann Miller' });
  });

  test('stays while its person is archived, and is gone with them', async () => {
    const { check, code, ada, id } = await finishedWorld();
    expect((await ada.post('/training/editTrainee', { trainees: [{ id, archived: true }] })).status).toBe(
      200,
    );
    expect((await check(code)).status).toBe(200);
    expect((await ada.get(`/training/certificate/${code}/c.pdf`)).status).toBe(200);
    expect((await ada.post('/training/deleteTrainee', { trainee: id })).status).toBe(200);
    expect(refusalOf(await check(code))).toEqual([404, 'no-such-certificate']);
    expect(refusalOf(await ada.get(`/training/certificate/${code}/c.pdf`))).toEqual([
      404,
      'no-such-certificate',
    ]);
  });

  test('is a file for its person and their administrators alone', async () => {
    const { ada, anyone, code, secret, learners, portal } = await finishedWorld();
    expect((await ada.get(`/training/certificate/${code.toLowerCase()}/c.pdf`)).status).toBe(200);
    const file = await anyone.get(`/learn/certificate/${secret}/${code}/c.pdf`);
    const pdf = await readPdf(file.body);
    expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain('Ann Miller');
    expect(pdf.text).toContain(code);
    const [ben] = (await learners('Ben')) as [string];
    expect(refusalOf(await anyone.get(`/learn/certificate/${ben}/${code}/c.pdf`))).toEqual([
      404,
      'no-such-certificate',
    ]);
    const other = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
    expect(refusalOf(await other.get(`/training/certificate/${code}/c.pdf`))).toEqual([
      404,
      'no-such-certificate',
    ]);
  });
});

describe('a certificate of the year', () => {
  test('comes for the whole year with the last of twelve courses, once', async () => {
    const world = await finishedWorld();
    const { scope, portal, id, openLearning, check, rowsOf } = world;
    const finish = (course: (typeof year)[number], score = 90) =>
      scope.inOrg((db) =>
        noteProgress(db, portal.clock.now(), {
          memberId: id,
          course,
          status: 'finished',
          percent: 100,
          score,
          attempts: 1,
        }),
      );
    for (const course of year.slice(1, 11)) expect(await finish(course)).toBe(true);
    expect((await openLearning(world.secret)).body.data.yearCertificate).toBeNull();
    portal.clock.set('2026-04-05T02:00:00Z');
    expect(await finish(year[11]!)).toBe(true);
    expect(await finish(year[11]!)).toBe(false);
    const code = (await openLearning(world.secret)).body.data.yearCertificate as string;
    expect((await check(code)).body.data).toEqual({
      code,
      name: 'Ann Miller',
      company: 'Acme Widgets Inc.',
      title: 'Security awareness, the whole year',
      isYear: true,
      score: null,
      minutes: year.reduce((sum, course) => sum + course.minutes, 0),
      finishedAt: '2026-04-05T02:00:00.000Z',
    });
    expect(await rowsOf((db) => db.selectFrom('trainingCertificate').select('code').execute())).toHaveLength(
      13,
    );
    const pdf = await readPdf(
      (await world.anyone.get(`/learn/certificate/${world.secret}/${code}/c.pdf`)).body,
    );
    // the day in Pacific time
    expect(pdf.text).toContain('Apr 4, 2026');
    expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain('all twelve courses');
  });
});

test('progress is written forwards only, whatever comes in which order', async () => {
  const world = await learnWorld();
  await world.learners('Ann');
  const [{ id }] = (await world.load()).trainees;
  const note = (given: object) =>
    world.scope.inOrg((db) =>
      noteProgress(db, world.portal.clock.now(), {
        memberId: id,
        course: one,
        status: 'inProgress',
        percent: 0,
        score: null,
        attempts: 0,
        ...given,
      }),
    );
  expect(await note({ percent: 40 })).toBe(false);
  expect(await note({ status: 'failedQuiz', percent: 90, score: 50, attempts: 1 })).toBe(false);
  // a lesson was added to the course meanwhile
  await note({ status: 'failedQuiz', percent: 80, score: 40, attempts: 1 });
  expect(await world.enrolment(id, one.id)).toMatchObject({
    status: 'failedQuiz',
    percent: 90,
    bestScore: 50,
    attempts: 1,
    contentVersion: '',
  });
  world.portal.clock.advance(60);
  expect(await note({ status: 'finished', percent: 100, score: 80, attempts: 2 })).toBe(true);
  world.portal.clock.advance(60);
  for (const given of [
    { status: 'inProgress', percent: 10 },
    { status: 'failedQuiz', score: 30, attempts: 3 },
    { status: 'finished', course: { ...one, version: '9.9.9' } },
  ])
    expect(await note(given)).toBe(false);
  expect(await world.enrolment(id, one.id)).toMatchObject({
    status: 'finished',
    percent: 100,
    bestScore: 80,
    contentVersion: one.version,
    startedAt: new Date('2026-03-02T17:00:00Z'),
    finishedAt: new Date('2026-03-02T17:01:00Z'),
  });
  // nothing for a course that is not theirs
  expect(await note({ course: { ...one, id: 'other' }, status: 'finished' })).toBe(false);
  expect(
    await world.rowsOf((db) => db.selectFrom('trainingCertificate').select('courseId').execute()),
  ).toEqual([{ courseId: one.id }]);
});

test('codes are of 32 legible symbols, and nothing else is a code', () => {
  const codes = Array.from({ length: 2000 }, newCode);
  expect(new Set(codes).size).toBe(codes.length);
  const used = new Set(codes.join('').replaceAll('-', ''));
  expect([...used].toSorted().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
  for (const code of codes.slice(0, 20)) expect(codeOf(code.toLowerCase().replaceAll('-', ''))).toBe(code);
  for (const typed of [
    '',
    'ABCD',
    'ABCD-EFGH-JKLM-NPQ0',
    'ABCD-EFGH-JKLM-NPQI',
    'ABCD-EFGH-JKLM-NPQRS',
    'ABCD_EFGH_JKLM_NPQR',
  ])
    expect(codeOf(typed)).toBeNull();
});

describe('on paper', () => {
  const brand = {
    nameLong: 'Harbor Cyber Safety',
    nameShort: 'Harbor',
    color: '#0f766e',
    emailDomain: 'harbor.example',
  };
  const certificate = {
    code: 'K7QD-2XNV-8HPW-3MRT',
    courseId: one.id,
    title: one.title,
    personName: 'Dee Fox',
    companyName: 'Acme Widgets Inc.',
    score: 90,
    minutes: 18,
    finishedAt: new Date('2026-03-02T17:00:00Z'),
  };
  const address = 'https://portal.acme-widgets.com/certificate/K7QD-2XNV-8HPW-3MRT';
  const read = async (change: object = {}) =>
    readPdf(await renderCertificate({ brand, certificate: { ...certificate, ...change }, address }));

  test('stands on one tagged page, with a link and a code for cameras to where it is checked', async () => {
    const pdf = await read();
    expect(pdf.pages).toHaveLength(1);
    expect([pdf.tagged, pdf.lang, pdf.title]).toEqual([true, 'en-US', `Certificate: ${one.title}`]);
    expect(pdf.roles[0]).toEqual(expect.arrayContaining(['H1', 'P', 'L', 'Link', 'Figure']));
    expect(pdf.alts).toContain('The address above as a code for cameras');
    expect(pdf.links).toEqual([address]);
    for (const words of [
      'Dee Fox',
      'of Acme Widgets Inc.',
      one.title,
      'Mar 2, 2026',
      '90%',
      '18 minutes',
      certificate.code,
    ])
      expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  test('holds the longest names whole', async () => {
    const personName = Array.from({ length: 20 }, (_, i) => `Wmwmw${String.fromCharCode(65 + i)}`)
      .join(' ')
      .slice(0, 120);
    for (const change of [
      { personName },
      { personName: 'W'.repeat(120) },
      { title: 'W'.repeat(200), companyName: 'W'.repeat(255) },
    ]) {
      const pdf = await read(change);
      expect(pdf.pages).toHaveLength(1);
      expect(pdf.rightmost).toBeLessThan(792 - 60);
      const name = change.personName ?? certificate.personName;
      expect(pdf.text.replaceAll(/\s+/g, '')).toContain(name.replaceAll(' ', ''));
    }
  });

  test('says where the name stands, of a name in letters that it cannot draw', async () => {
    const pdf = await read({ personName: '\u674e\u5c0f\u9f8d', companyName: '\u682a\u5f0f\u4f1a\u793e' });
    expect(pdf.text).toContain('the person named at the address below');
    expect(pdf.text).not.toContain('\u25a1');
    expect(
      (
        await read({
          personName: '\u0421\u0432\u0435\u0442\u043b\u0430\u043d\u0430 \u0391\u03bb\u03ad\u03be Nguy\u1ec5n',
        })
      ).text,
    ).toContain('Nguy\u1ec5n');
  });
});
