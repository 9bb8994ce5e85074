import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  makePackage,
  type ManifestOptions,
  type ZipEntry,
} from '#modules/training/server/packages/testing/packages.ts';
import { makeAdministrator, type Calls } from '../calls.ts';
import { picture, reads, startJourney } from '../journey.ts';
import { learnerToken } from './takingCourse.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();

/** Content as authoring tools write it: looks for the learning system around it, and asks it at once. */
const findApi = (name: string) => `
  function findApi(win) {
    var tries = 0;
    while (win.${name} == null && win.parent != null && win.parent != win && tries++ < 7) win = win.parent;
    return win.${name};
  }
  var api = findApi(window) || (window.opener ? findApi(window.opener) : null);`;
const page = (head: string, body = '') =>
  `<html><head><title>Part</title><script>${head}</script></head><body>${body}</body></html>`;

describe('courses of other tools', () => {
  let calls: Calls;
  let token: string;

  beforeAll(async () => {
    calls = await makeAdministrator(journey.portal, 'ada@mast-lamps.com', { companyName: 'Mast Lamps LLC' });
    await calls.post('/training/saveTrainees', {
      trainees: [{ firstName: 'Dora', lastName: 'Quay', email: 'dora@mast-lamps.com' }],
    });
    token = await learnerToken(journey.portal, calls, 'dora@mast-lamps.com');
  }, 120_000);

  /** Brings a package and gives it to everybody; gives its id. */
  async function bring(manifest: ManifestOptions, files: readonly ZipEntry[]): Promise<string> {
    const { CSRFToken } = (await calls.get<{ CSRFToken: string }>('/getCSRFToken')).body;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(makePackage(manifest, files))]), 'course.zip');
    const headers = { cookie: calls.cookie, 'x-csrf-token': CSRFToken };
    const answer = await fetch(`${journey.portal.url}/api/training/importPackage`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { data } = (await answer.json()) as { data: { id: string } };
    await calls.post('/training/editTraineesCourses', { trainees: 'all', add: [data.id] });
    return data.id;
  }
  const frames = (at: Page): Frame[] => at.frames().filter((one) => one.url().includes('/package-content/'));
  const frameOf = (at: Page, file = ''): Promise<Frame> =>
    until(`the frame ${file}`, async () => frames(at).find((one) => one.url().includes(file)));
  const kept = async (course: string, part = 0) => {
    const { data } = (
      await calls.post<{ data: { parts: { state: string }[] } }>('/learn/package/open', { token, course })
    ).body;
    return JSON.parse(data.parts[part]!.state || '{}').cmi ?? null;
  };
  const launch = (href: string, more = '') => ({
    resources: `<resource identifier="r1" type="webcontent" adlcp:scormtype="sco" adlcp:scormType="sco" href="${href}"/>`,
    items: `<item identifier="i1" identifierref="r1"${more}><title>One</title></item>`,
  });

  /** What a page found when it asked, once it has asked. */
  const seenOn = (frame: Frame) => until('what the page found', () => frame.evaluate<string>('seen'));

  test('a course of several pages finds on each what the one before has written, at once', async () => {
    const head = `${findApi('API')}
      api.LMSInitialize('');
      var seen = api.LMSGetValue('cmi.suspend_data') + '|' + api.LMSGetValue('cmi.core.entry') + '|' + api.LMSGetValue('cmi.core.student_name');
      function go(next) {
        api.LMSSetValue('cmi.suspend_data', document.title + ' done');
        api.LMSSetValue('cmi.core.exit', 'suspend');
        api.LMSFinish('');
        location.href = next;
      }`;
    const course = await bring(launch('a.html'), [
      { name: 'a.html', bytes: page(`document.title = 'A'; ${head}`) },
      { name: 'b.html', bytes: page(`document.title = 'B'; ${head}`) },
    ]);
    const { page: at } = await journey.visit();
    await at.goto(`/learn/${token}/${course}`);
    const first = await frameOf(at, 'a.html');
    expect(await seenOn(first)).toBe('|ab-initio|Quay, Dora');
    await first.evaluate(`go('b.html')`).catch(() => {});
    const second = await frameOf(at, 'b.html');
    expect(await seenOn(second)).toBe('A done|resume|Quay, Dora');
    await second.evaluate(`go('a.html')`).catch(() => {});
    await until('what was kept', async () => (await kept(course))?.suspend_data === 'B done');
    await at.reload();
    expect(await seenOn(await frameOf(at, 'a.html'))).toBe('B done|resume|Quay, Dora');
  });

  test('a frame within a part has the learning system too, and its own scripts, styles, pictures and data load', async () => {
    const inner = page(
      `${findApi('API_1484_11')}
      var state = { before: api.GetValue('cmi.location') };
      async function all() {
        state.style = getComputedStyle(document.body).color;
        state.data = await fetch('data.json').then((answer) => answer.json());
        state.xhr = await new Promise((done) => { var x = new XMLHttpRequest(); x.open('GET', 'data.json'); x.onload = () => done(x.status); x.send(); });
        state.module = (await import('./lib/module.js')).word;
        state.picture = await new Promise((done) => { var i = new Image(); i.onload = () => done(i.width); i.onerror = () => done('failed'); i.src = 'dot.svg'; });
        api.SetValue('cmi.score.scaled', '0.9');
        api.SetValue('cmi.completion_status', 'completed');
        api.Commit('');
        return state;
      }`,
      '<link rel="stylesheet" href="style.css">',
    );
    const objectives =
      '<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>';
    const { resources } = launch('outer.html');
    const manifest = {
      schemaversion: '2004 4th Edition',
      resources,
      items: `<item identifier="i1" identifierref="r1"><title>One</title>${objectives}</item>`,
    };
    const outer = `${findApi('API_1484_11')} api.Initialize(''); api.SetValue('cmi.location', 'chapter 2'); api.Commit('');`;
    const course = await bring(manifest, [
      {
        name: 'outer.html',
        bytes: page(
          outer,
          `<p>Chapter 2</p><script>function more() { var f = document.createElement('iframe'); f.name = 'content'; f.src = 'inner.html'; document.body.append(f); }</script>`,
        ),
      },
      { name: 'inner.html', bytes: inner },
      { name: 'style.css', bytes: 'body { color: rgb(1, 2, 3) }' },
      { name: 'data.json', bytes: '{"word":"lamp"}' },
      { name: 'lib/module.js', bytes: 'export const word = "mast";' },
      { name: 'dot.svg', bytes: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>' },
    ]);
    const { page: at, complaints } = await journey.visit();
    await at.goto(`/learn/${token}/${course}`);
    await until('what the outer page kept', async () => (await kept(course))?.location === 'chapter 2');
    await (await frameOf(at, 'outer.html')).evaluate('more()');
    const frame = await frameOf(at, 'inner.html');
    await until('the frame within', () =>
      frame.evaluate<boolean>(`typeof all === 'function' && document.readyState === 'complete'`),
    );
    expect(await frame.evaluate('all()')).toEqual({
      before: 'chapter 2',
      style: 'rgb(1, 2, 3)',
      data: { word: 'lamp' },
      xhr: 200,
      module: 'mast',
      picture: 7,
    });
    await reads(at, 'Finished, 90%');
    await picture(at, 'package-foreign');
    // one frame has not written over what the other one wrote
    expect(await kept(course)).toMatchObject({ location: 'chapter 2', completion_status: 'completed' });
    expect(complaints).toEqual([]);
  });

  test('messages of anybody but the part itself are not heard, and a part speaks for itself alone', async () => {
    const state = JSON.stringify({ cmi: { core: { lesson_status: 'passed', score: { raw: '100' } } } });
    const say = (part: string, to: string) =>
      `${to}.postMessage({ mark: 'portal-package', what: 'save', part: ${JSON.stringify(part)}, state: ${JSON.stringify(state)} }, '*')`;
    const manifest = {
      items: `<item identifier="one" identifierref="r1"><title>One</title></item><item identifier="two" identifierref="r1"><title>Two</title></item>`,
    };
    const course = await bring(manifest, []);
    const { page: at } = await journey.visit();
    await at.goto(`/learn/${token}/${course}`);
    const frame = await frameOf(at);
    await at.evaluate(say('one', 'window'));
    await frame.evaluate(say('two', 'window.top'));
    await frame.evaluate(
      `window.top.postMessage({ mark: 'portal-package', what: 'save', part: 'one', state: 'nonsense' }, '*')`,
    );
    await reads(at, 'The course sent something that cannot be kept.');
    expect([await kept(course, 0), await kept(course, 1)]).toEqual([null, null]);
    await frame.evaluate(say('one', 'window.top'));
    await until('what was kept', async () => (await kept(course, 0))?.core?.lesson_status === 'passed');
    await at.getByRole('button', { name: 'One (done)' }).waitFor();
    await picture(at, 'package-parts');
    for (const width of [900, 390]) {
      await at.setViewportSize({ width, height: 844 });
      await picture(at, `package-parts-${width}`);
    }
    await at.setViewportSize({ width: 1440, height: 900 });
    await at.getByRole('button', { name: 'Full window' }).click();
    await at.keyboard.press('Escape');
    expect(await at.getByRole('button', { name: 'Full window' }).getAttribute('aria-pressed')).toBe('false');
  });
});
