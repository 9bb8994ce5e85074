import JSZip from 'jszip';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWeb, isWebBuilt } from '#app/build/webBuild.ts';
import type { Course } from '../../course.ts';
import { courses } from '../courses/courses.ts';
import { cmi5Manifest, scormManifest } from './exportManifests.ts';
import { readManifest } from './manifest.ts';
import { readXml } from './manifestXml.ts';
import { packageWorld } from './testing/packageWorld.ts';

// the player in a package is what the build makes of it
beforeAll(() => void (isWebBuilt() || buildWeb({ quiet: true })), 300_000);

const address = (course: string, standard: string) =>
  `/training/exportCourse/${course}/${standard}/course.zip`;

test('each course of the year leaves as SCORM 1.2 and comes back in through our own import', async () => {
  const { ada, upload, portal } = await packageWorld();
  expect(courses().size).toBe(12);
  for (const course of courses().values()) {
    portal.clock.advance(61);
    const { status, body, headers } = await ada.get(address(course.id, 'scorm12'));
    expect(status, course.id).toBe(200);
    expect(headers['content-type']).toBe('application/zip');
    const back = await upload(body as Buffer);
    expect(back.status, `${course.id} ${JSON.stringify(back.body)}`).toBe(200);
    expect(back.body.data).toMatchObject({ title: course.title, standard: '1.2' });
    expect(back.body.data.lessons).toHaveLength(1);
  }
});

test('a package holds the player, the course with its answers, the brand and the pass mark, and nothing that leads elsewhere', async () => {
  const { ada } = await packageWorld();
  await ada.post('/training/saveTrainingSettings', {
    calendar: 'together',
    startMonth: '2026-03-01',
    passMark: 90,
    remind: true,
    digest: true,
  });
  const id = [...courses().keys()][0]!;
  const zip = await JSZip.loadAsync((await ada.get(address(id, 'scorm12'))).body as Buffer);
  const text = (name: string) => zip.file(name)!.async('string');
  const files = Object.keys(zip.files).filter((name) => !zip.files[name]!.dir);
  expect(files).toEqual(
    expect.arrayContaining([
      'imsmanifest.xml',
      'index.html',
      'player.js',
      'course.json',
      'settings.json',
      'logo.svg',
    ]),
  );
  const settings = JSON.parse(await text('settings.json'));
  expect(settings).toMatchObject({ standard: 'scorm12', passMark: 90, brand: { logo: 'logo.svg' } });
  expect((JSON.parse(await text('course.json')) as Course).quiz).toEqual(courses().get(id)!.quiz);
  const manifest = readManifest(Buffer.from(await text('imsmanifest.xml')), files);
  expect(manifest.parts).toMatchObject([{ href: 'index.html', masteryScore: 90 }]);
  for (const file of files.filter((name) => name !== 'imsmanifest.xml'))
    expect(await text('imsmanifest.xml')).toContain(`href="${file}"`);
  // every address of the page is beside it
  expect(
    [...(await text('index.html')).matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, one]) => one)
      .every((one) => one!.startsWith('./')),
  ).toBe(true);
});

test('cmi5.xml says what is launched, what passes and when it is left behind', async () => {
  const { ada } = await packageWorld();
  const course = [...courses().values()][0]!;
  const zip = await JSZip.loadAsync((await ada.get(address(course.id, 'cmi5'))).body as Buffer);
  const { root } = readXml(Buffer.from(await zip.file('cmi5.xml')!.async('string')));
  const [{ attributes: of }, au] = root.children as [(typeof root.children)[0], (typeof root.children)[0]];
  expect(root.name).toBe('courseStructure');
  expect(au.attributes).toEqual({
    id: `${of.id}/player`,
    moveOn: 'CompletedAndPassed',
    masteryScore: '0.80',
    launchMethod: 'AnyWindow',
  });
  expect(au.children.map(({ name }) => name)).toEqual(['title', 'description', 'url']);
  expect(au.children[0]!.children[0]).toMatchObject({
    name: 'langstring',
    attributes: { lang: 'en-US' },
    text: course.title,
  });
  expect(au.children[2]!.text).toBe('index.html');
  expect(zip.file('imsmanifest.xml')).toBeNull();
});

describe('refused', () => {
  test('courses that are none of the year', async () => {
    const { ada, upload } = await packageWorld();
    const own = (await upload()).body.data.id as string;
    for (const course of [own, 'no-such-course', '__proto__'])
      expect((await ada.get(address(course, 'scorm12'))).body.error.code).toBe('no-such-course');
    expect((await ada.get(address(own, 'aicc'))).body.error.code).toBe('invalid');
  });
});

test('titles that mean something in XML are text in a manifest', () => {
  const title = '<b>"R&D" \'x\'</b>';
  const given = {
    course: { id: 'c"1', title, summary: title },
    passMark: 80,
    files: ['index.html', 'a&b.js'],
  };
  expect(readManifest(Buffer.from(scormManifest(given)), given.files)).toMatchObject({
    title,
    parts: [{ title }],
  });
  expect(
    readXml(Buffer.from(cmi5Manifest(given, 'https://portal.example/'))).root.children[0]!.children[0]!
      .children[0]!.text,
  ).toBe(title);
});
