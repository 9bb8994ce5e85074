import { describe, expect, it } from 'vitest';
import { serve } from '../../sites/serve.ts';
import { runScan } from '../engine.ts';
import { blackoutEnd } from '#platform/server/blackout.ts';
import { makeDeadline } from './gate.ts';

const zone = 'America/Los_Angeles';
const at = (text: string) => new Date(`${text}-08:00`);
const everyDay = [1, 2, 3, 4, 5, 6, 7];

describe('the end of a blackout', () => {
  // 2026-01-05 is a Monday.
  it.each([
    [
      'inside a window of the day',
      '2026-01-05T09:00:00',
      [{ days: [1], from: '08:00', to: '18:00' }],
      '2026-01-05T18:00:00',
    ],
    ['on another day', '2026-01-06T09:00:00', [{ days: [1], from: '08:00', to: '18:00' }], null],
    ['at its very end', '2026-01-05T18:00:00', [{ days: [1], from: '08:00', to: '18:00' }], null],
    [
      'before midnight of a window over midnight',
      '2026-01-05T23:00:00',
      [{ days: [1], from: '22:00', to: '06:00' }],
      '2026-01-06T06:00:00',
    ],
    [
      'after midnight of one',
      '2026-01-06T05:00:00',
      [{ days: [1], from: '22:00', to: '06:00' }],
      '2026-01-06T06:00:00',
    ],
    [
      'after midnight of a day on which none began',
      '2026-01-05T05:00:00',
      [{ days: [1], from: '22:00', to: '06:00' }],
      null,
    ],
    [
      'in windows that follow each other',
      '2026-01-05T09:00:00',
      [
        { days: [1], from: '08:00', to: '12:00' },
        { days: [1], from: '12:00', to: '14:00' },
      ],
      '2026-01-05T14:00:00',
    ],
    ['with a time that is none', '2026-01-05T09:00:00', [{ days: [1], from: '8', to: 'x' }], null],
  ])('is right %s', (_what, now, windows, end) => {
    expect(blackoutEnd(at(now), { zone, windows })).toEqual(end === null ? null : at(end));
  });

  it('comes even where every hour of every day is one', () => {
    const end = blackoutEnd(at('2026-01-05T09:00:00'), {
      zone,
      windows: [{ days: everyDay, from: '00:00', to: '00:00' }],
    });
    expect(end!.getTime()).toBeGreaterThan(at('2026-01-10T00:00:00').getTime());
  });
});

describe('the time of a scan', () => {
  it('stands still while the scan rests', async () => {
    const deadline = makeDeadline(40);
    deadline.pause();
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(deadline.signal.aborted).toBe(false);
    deadline.resume();
    await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve, { once: true }));
    expect(deadline.signal.aborted).toBe(true);
    deadline.close();
  });
});

describe('a website that suffers', () => {
  it('is left alone for good when its first page fails too', async () => {
    let left = 6;
    const links = Array.from(
      { length: 60 },
      (_each, n) => `<a href="/area${'abcdefghij'[n % 10]}/${n}x/page">${n}</a>`,
    ).join('');
    const site = await serve((visit) =>
      left-- > 0 && visit.path === '/' ? { body: links } : { status: 500, body: 'overloaded' },
    );
    const result = await runScan(
      { url: site.url, level: 'safe', allowPrivate: [site.host] },
      { signal: new AbortController().signal, perSecond: 1000, healthWaits: [0, 1], useBrowser: false },
    );
    await site.close();
    expect(result.coverage.blocked.join(' ')).toMatch(/stopped answering properly/);
    expect(site.visits.length).toBeLessThan(60);
    expect(result.passed).toEqual([]);
  });

  it('is scanned on once it has recovered', async () => {
    let bad = 15;
    const links = Array.from(
      { length: 40 },
      (_each, n) => `<a href="/area${'abcdefghij'[n % 10]}/${n}x/page">${n}</a>`,
    ).join('');
    const site = await serve((visit) => {
      if (visit.path === '/' || visit.path === '/robots.txt') return { body: links };
      return bad-- > 0 ? { status: 503, body: 'busy' } : { body: 'fine' };
    });
    const result = await runScan(
      { url: site.url, level: 'safe', allowPrivate: [site.host] },
      { signal: new AbortController().signal, perSecond: 1000, healthWaits: [0, 1], useBrowser: false },
    );
    await site.close();
    expect(result.coverage.blocked).toEqual([]);
    expect(result.coverage.incomplete).toBeUndefined();
    expect(result.passed).toContain('exposure.git');
  });

  it('is not asked anything while it is to be left alone, and the scan can be cancelled', async () => {
    const site = await serve(() => ({ body: 'x' }));
    const cancel = new AbortController();
    const told: string[] = [];
    const running = runScan(
      {
        url: site.url,
        level: 'safe',
        allowPrivate: [site.host],
        blackout: { zone, windows: [{ days: everyDay, from: '00:00', to: '00:00' }] },
      },
      {
        signal: cancel.signal,
        onProgress: ({ activity }) => {
          told.push(activity);
          if (activity.startsWith('Resting')) cancel.abort(new Error('enough'));
        },
      },
    );
    await expect(running).rejects.toThrow('enough');
    await site.close();
    expect(site.visits).toEqual([]);
    expect(told.filter((activity) => /left alone/.test(activity))).not.toEqual([]);
  });
});
