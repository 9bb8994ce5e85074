import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '#probes/http/answer.ts';
import type { Point } from '../../points/point.ts';
import type { Rule, Scan, Tried } from '../../rule.ts';
import { code } from './code.ts';
import { command } from './command.ts';
import { fit, holdsBack } from './waiting.ts';

const answerAfter = (ms: number): HttpAnswer => ({
  url: 'http://shop.example/ping',
  method: 'GET',
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<p>Thank you</p>'),
  truncated: false,
  ms,
  address: '192.0.2.1',
  requestHead: 'GET /ping HTTP/1.1',
});

/** A point of a website whose answers take as long as `time` says; nobody really waits. */
function pointOf(
  name: string,
  value: string,
  time: (text: string, turn: number) => number,
): { tried: Tried; reported: string[]; sent: string[] } {
  const reported: string[] = [];
  const sent: string[] = [];
  const request = {
    method: 'GET' as const,
    url: `http://shop.example/ping?${name}=${value}`,
    page: 'http://shop.example/',
    source: 'link' as const,
  };
  const point: Point = { kind: 'query', request, name, value };
  const plain = { ...answerAfter(80), url: request.url };
  const send = (text: string) => {
    sent.push(text);
    return Promise.resolve(answerAfter(time(text, sent.length - 1)));
  };
  const tried: Tried = {
    point,
    plain,
    again: plain,
    steady: true,
    marked: plain,
    reflected: false,
    reacts: true,
    found: new Set(),
    send,
    chain: async (text) => [await send(text)],
    report: (rule: Rule) => void reported.push(rule.id),
  };
  return { tried, reported, sent };
}

const told = (text: string) => Number(/sleep\(?\s?(\d)/.exec(text)?.[1] ?? 0) * 1000;
const write = (seconds: number) => `sleep ${seconds}`;

describe('an answer that is held back', () => {
  it.each<[string, (text: string, turn: number) => number]>([
    ['as long as asked for', (text) => told(text) + 90],
    ['by a slow page too', (text, turn) => told(text) + 900 + 60 * turn],
    ['twice as long, where the text is used twice', (text) => 2 * told(text) + 120],
  ])('is proved: %s', async (_how, time) => {
    const { tried } = pointOf('host', 'x', time);
    expect((await holdsBack(tried, write))?.evidence).toContain('4 s: ');
  });

  it.each<[string, (text: string, turn: number) => number, number]>([
    ['a page that answers at once', () => 80, 1],
    ['a slow page', () => 4000, 2],
    ['a page that is slower every time', (_text, turn) => 3000 * turn + 2000, 2],
    ['one slow answer', (_text, turn) => (turn === 0 ? 3200 : 90), 3],
    ['the same pause whatever was asked for', (text) => (told(text) > 0 ? 6000 : 90), 5],
    ['a limit of the server', (text) => Math.min(told(text), 3000) + 50, 3],
  ])('is not proved by %s', async (_what, time, most) => {
    const { tried, sent } = pointOf('host', 'x', time);
    expect(await holdsBack(tried, write)).toBeNull();
    expect(sent.length).toBeLessThanOrEqual(most);
  });

  it('fits a line', () => {
    const { slope, quality } = fit([
      [0, 100],
      [1, 1100],
      [3, 3100],
    ]);
    expect(slope).toBeCloseTo(1000);
    expect(quality).toBeCloseTo(1);
    expect(
      fit([
        [0, 5],
        [1, 5],
      ]).quality,
    ).toBe(0);
  });
});

describe('checks that measure time', () => {
  const scanAt = (depth: Scan['depth']) =>
    ({ depth, mark: 'zq00000000', site: { tech: new Set<string>() } }) as unknown as Scan;

  it('find a blind command in any kind of quotes', async () => {
    for (const quote of ['', "'", '"']) {
      // What a shell would make of the line: everything up to the end of the quoted value is one word.
      const end = (text: string) => (quote === '' ? text : text.slice(text.indexOf(quote) + 1));
      const { tried, reported } = pointOf(
        'host',
        'shop',
        (text) => (/^[^'"]*\|sleep (\d)/.test(end(text)) ? told(end(text)) : 0) + 90,
      );
      await command.timed!(tried, scanAt('few'));
      expect(reported).toEqual(['active.command-injection']);
    }
  });

  it('find a blind program', async () => {
    const { tried, reported } = pointOf(
      'expr',
      '1',
      (text) => (text.startsWith('1;sleep(') ? told(text) : 0) + 90,
    );
    await code.timed!(tried, scanAt('usual'));
    expect(reported).toEqual(['active.code-injection']);
  });

  it('leave a point alone that does not wait', async () => {
    const { tried, reported, sent } = pointOf('host', 'shop', () => 90);
    await command.timed!(tried, scanAt('many'));
    await code.timed!(tried, scanAt('many'));
    expect(reported).toEqual([]);
    expect(sent.length).toBeLessThanOrEqual(10);
  });
});
