import { describe, expect, test, vi } from 'vitest';
import { makePackage } from './testing/packages.ts';
import { packageWorld } from './testing/packageWorld.ts';
import { openPackageToken, packageToken } from './packageTokens.ts';

const film = Buffer.from('0123456789');

async function servedWorld(more = {}) {
  const world = await packageWorld();
  const course = await world.give(
    makePackage(more, [
      { name: 'media/film.mp4', bytes: film },
      { name: 'a b/ü.svg', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ]),
  );
  const opened = await world.open(course);
  const frame = opened.body.data.parts[0].frame as string;
  return { ...world, course, opened, frame, base: frame.slice(0, frame.lastIndexOf('/') + 1) };
}

test('a page of a package is nobody’s origin, reaches its own files alone, and has our script before everything', async () => {
  const { frame, base, fetchContent } = await servedWorld();
  const page = await fetchContent(frame, { 'sec-fetch-site': 'same-origin' });
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/^sandbox allow-scripts allow-forms allow-popups;/);
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain(`default-src http://localhost${base} data: blob:`);
  expect(policy).toContain("frame-ancestors 'self'");
  // beside the scripts of ours, no address of the portal but the package's own
  expect(
    policy
      .match(/http:\/\/localhost[^\s;]*/g)!
      .every((one) => one === `http://localhost${base}` || one === 'http://localhost/package-runtime/'),
  ).toBe(true);
  expect(page.body).toMatch(
    /^<!doctype html><script src="\/package-runtime\/[\w.-]+" data-portal="[^"]+"><\/script><html>/,
  );
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['set-cookie']).toBeUndefined();
  expect(page.headers['x-content-type-options']).toBe('nosniff');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.headers['cache-control']).toBe('no-store');
});

test('files of a package can be read by its pages, which have no origin, and by no credentials', async () => {
  const { base, fetchContent } = await servedWorld();
  const svg = await fetchContent(`${base}a%20b/%C3%BC.svg`);
  expect(svg.headers['content-type']).toBe('image/svg+xml');
  expect(svg.headers['access-control-allow-origin']).toBe('*');
  expect(svg.headers['access-control-allow-credentials']).toBeUndefined();
  expect(svg.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(svg.headers['x-frame-options']).toBeUndefined();
  // opened by itself it is as confined as in its frame
  expect(svg.headers['content-security-policy']).toMatch(/^sandbox /);
});

test.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ['bytes=4-2', 200, '0123456789', undefined],
  ['lines=1-2', 200, '0123456789', undefined],
])('of a film, %s answers %i', async (range, status, text, content) => {
  const { base, fetchContent } = await servedWorld();
  const part = await fetchContent(`${base}media/film.mp4`, { range });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([status, text, content]);
  expect(part.headers['content-length']).toBe(String(text.length));
});

test('of a long page only the beginning is held, and all of it arrives with our script before everything', async () => {
  const long = `<!doctype html><html>${'ü'.repeat(300_000)}</html>`;
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ü'.repeat(200_000), 'utf16le')]);
  const world = await packageWorld();
  const course = await world.give(
    makePackage({}, [
      { name: 'long.html', bytes: long, stored: true },
      { name: 'wide.html', bytes: wide, stored: true },
    ]),
  );
  const { frame } = (await world.open(course)).body.data.parts[0];
  const { files } = world.portal.base.providers;
  const held = vi.spyOn(files, 'open');
  const page = await world.fetchContent(frame.replace('index.html', 'long.html'));
  expect(held.mock.calls.map(([, range]) => range && range.last + 1 - range.first)).toEqual([
    undefined,
    262_144,
    Buffer.byteLength(long) - 262_144,
  ]);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body.replace(/<script src[^>]*><\/script>/, '') === long).toBe(true);
  expect(page.body).toMatch(/^<!doctype html><script src=/);
  const asItIs = await world.fetchContent(frame.replace('index.html', 'wide.html'));
  expect(asItIs.rawPayload.equals(wide)).toBe(true);
});

test('a look at the headers says how long a file is and sends none of it', async () => {
  const { base, fetchContent } = await servedWorld();
  const head = await fetchContent(`${base}media/film.mp4`, {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
});

describe('an address answers nothing', () => {
  const refused = async (world: Awaited<ReturnType<typeof servedWorld>>, url: string) => {
    const answer = await world.fetchContent(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).not.toContain('<html');
  };

  test('for paths that leave the package', async () => {
    const world = await servedWorld();
    const other = await world.give();
    for (const path of [
      'missing.html',
      '..%2findex.html',
      '%2e%2e/x',
      `..%2f${other}%2findex.html`,
      '..%5cindex.html',
      'a%00b',
      '/index.html',
      '',
      'media',
      'MEDIA/film.mp4',
    ])
      await refused(world, world.base + path);
  });

  test('with a token that was changed in any place', async () => {
    const world = await servedWorld();
    const token = world.base.split('/')[2]!;
    for (const place of [0, 30, 60, 71, 80, token.length - 1]) {
      const other = token[place] === 'A' ? 'B' : 'A';
      await refused(
        world,
        `/package-content/${token.slice(0, place)}${other}${token.slice(place + 1)}/index.html`,
      );
    }
    for (const one of ['x', token.slice(0, 72), `${token}A`, encodeURIComponent(world.token)])
      await refused(world, `/package-content/${one}/index.html`);
  });

  test('after eight hours', async () => {
    const world = await servedWorld();
    world.portal.clock.advance(8 * 3600 - 2);
    expect((await world.fetchContent(world.frame)).statusCode).toBe(200);
    world.portal.clock.advance(4);
    await refused(world, world.frame);
  });

  test('once the course was taken away, from this person or from all', async () => {
    const world = await servedWorld();
    await world.scope.inOrg((db) =>
      db.updateTable('enrolment').set({ active: false }).where('courseId', '=', world.course).execute(),
    );
    await refused(world, world.frame);
    await world.scope.inOrg((db) =>
      db.updateTable('enrolment').set({ active: true }).where('courseId', '=', world.course).execute(),
    );
    expect((await world.fetchContent(world.frame)).statusCode).toBe(200);
    await world.ada.post('/training/removePackage', { course: world.course });
    await refused(world, world.frame);
  });

  test('with a token of one organisation for a package of another', async () => {
    const world = await servedWorld();
    const mallory = await world.portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
    const place = openPackageToken(world.portal.base, world.base.split('/')[2]!)!;
    await refused(
      world,
      `/package-content/${packageToken(world.portal.base, { ...place, orgId: mallory.orgId })}/index.html`,
    );
    await refused(
      world,
      `/package-content/${packageToken(world.portal.base, { ...place, part: 1 })}/index.html`,
    );
  });

  test('to a page of the portal that would take a file for its own', async () => {
    const world = await servedWorld();
    const ask = (site: string, dest: string) =>
      world.fetchContent(`${world.base}media/film.mp4`, { 'sec-fetch-site': site, 'sec-fetch-dest': dest });
    for (const dest of ['script', 'style', 'worker', 'serviceworker', 'empty', 'image', 'object'])
      expect((await ask('same-origin', dest)).statusCode, dest).toBe(404);
    expect((await ask('same-origin', 'iframe')).statusCode).toBe(200);
    expect((await ask('cross-site', 'script')).statusCode).toBe(200);
  });

  test('under a name of the portal that could say more than a name', async () => {
    const world = await servedWorld();
    const answer = await world.fetchContent(world.frame, { host: 'localhost; script-src *' });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  });
});

test('a session and a link of the portal are worth nothing at these addresses, nor theirs at the portal', async () => {
  const { frame, ada, visitor, base, course } = await servedWorld();
  const page = await ada.send('GET', frame);
  expect(page.cookies).toEqual([]);
  const secret = base.split('/')[2]!;
  expect((await visitor.post('/learn/package/open', { token: secret, course })).body.error.code).toBe(
    'link-invalid',
  );
  expect((await visitor.post('/learn/open', { token: secret })).body.error?.code ?? 'none').not.toBe('none');
});

test('the page is told what its part needs, and nothing that could end the attribute', async () => {
  const world = await packageWorld();
  const items =
    '<item identifier="i1" identifierref="r1"><title>One</title><adlcp:datafromlms>"&gt;&lt;/script&gt; ü 😀</adlcp:datafromlms></item>';
  const course = await world.give(makePackage({ items }));
  await world.save(course, 'i1', { cmi: { suspendData: `"'><img src=x> \u2028 😀` } });
  const { frame } = (await world.open(course)).body.data.parts[0];
  const page = (await world.fetchContent(frame)).body;
  const told = JSON.parse(
    /data-portal="([^"]+)"/
      .exec(page)![1]!
      .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
  );
  expect(page.slice(0, page.indexOf('</script>'))).not.toContain('<img');
  expect(told).toMatchObject({
    portal: 'http://localhost',
    part: 'i1',
    launchData: '"></script> ü 😀',
    masteryScore: null,
  });
  expect(JSON.parse(told.state)).toEqual({ cmi: { suspendData: `"'><img src=x> \u2028 😀` } });
});
