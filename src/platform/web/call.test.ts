import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, idempotencyHeader } from '../endpoint.ts';
import { call, repeats, keepCsrfToken } from './call.ts';

const shared = {
  summary: '',
  access: 'org',
  body: z.object({}),
  reply: z.object({ done: z.boolean() }),
  refusals: { full: 409 },
} as const;
const change = endpoint({ ...shared, method: 'POST', path: '/change' });

const ok = () => Response.json({ success: true, done: true });
const refused = (status: number, code: string) =>
  Response.json({ success: false, error: { code } }, { status });
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

/** Answers of a server, one after another; what was sent comes back as the keys that it carried. */
function answering(...answers: (() => Response | Promise<Response>)[]) {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers[idempotencyHeader] ?? null);
    return Promise.resolve().then(answers.shift()!);
  });
  return keys;
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  keepCsrfToken('token');
  repeats.waitsMs = [1, 1, 1];
});
afterEach(() => {
  vi.unstubAllGlobals();
  repeats.waitsMs = [];
});

test('a call without an answer, or one during a replacement of the server, is sent again under one key', async () => {
  const keys = answering(
    noAnswer,
    () => refused(503, 'unavailable'),
    () => refused(409, 'idempotency-key-in-use'),
    ok,
  );
  expect(await call(change, {})).toEqual({ success: true, done: true });
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{12,}$/);
});

test('a refusal is reported at once, and each call has a key of its own', async () => {
  const keys = answering(() => refused(409, 'full'), ok);
  await expect(call(change, {})).rejects.toMatchObject({ code: 'full' });
  await call(change, {});
  expect(new Set(keys).size).toBe(2);
});

test('a call that can be abandoned only reads: it has no key and is not sent again', async () => {
  const keys = answering(noAnswer);
  await expect(call(change, {}, { signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'offline',
  });
  expect(keys).toEqual([null]);
});

test('a browser that knows that it is offline says so at once', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const keys = answering(noAnswer);
  await expect(call(change, {})).rejects.toMatchObject({ code: 'offline' });
  expect(keys).toHaveLength(1);
});

test('a person is notified after the last try without an answer', async () => {
  const keys = answering(noAnswer, noAnswer, noAnswer, noAnswer);
  await expect(call(change, {})).rejects.toMatchObject({ code: 'offline' });
  expect(keys).toHaveLength(4);
});
