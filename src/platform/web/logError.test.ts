import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call.ts';
import { openErrorLog } from './logError.ts';

type Report = { message: string; endpoint: string; level: string };
let sent: Report[] = [];
let isDown = false;
let logError: ReturnType<typeof openErrorLog>;

beforeEach(() => {
  sent = [];
  isDown = false;
  vi.useFakeTimers({ now: Date.parse('2026-03-02T17:00:00Z') });
  vi.stubGlobal('location', { pathname: '/dashboard' });
  vi.stubGlobal('fetch', async (_address: string, init: { body?: string } = {}) => {
    if (isDown) throw new TypeError('Failed to fetch');
    if (init.body) sent.push(JSON.parse(init.body) as Report);
    return Response.json({ CSRFToken: 'token' });
  });
  logError = openErrorLog();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failed = (endpoint: string, code = 'internal', status = 500, requestId?: string) =>
  Object.assign(new CallError(code, status, requestId === undefined ? {} : { requestId }), { endpoint });
const said = () => sent.map(({ endpoint, message }) => `${endpoint} ${message}`);

test('one fault on a page does not silence the others: each endpoint and each code is a failure of its own', async () => {
  await logError(failed('/plans/subscribePlan'));
  await logError(failed('/training/saveTrainees'));
  await logError(failed('/training/saveTrainees', 'unavailable', 503));
  await logError(new Error('a drawing failed'));
  expect(said()).toEqual([
    '/plans/subscribePlan internal 500',
    '/training/saveTrainees internal 500',
    '/training/saveTrainees unavailable 503',
    '/dashboard a drawing failed',
  ]);
});

test('the same failure is reported once a minute, and the next report counts the others', async () => {
  for (let i = 0; i < 5; i++) await logError(failed('/plans/subscribePlan'));
  vi.advanceTimersByTime(59_000);
  await logError(failed('/plans/subscribePlan'));
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  await logError(failed('/plans/subscribePlan'));
  vi.advanceTimersByTime(60_000);
  await logError(failed('/plans/subscribePlan'));
  expect(said()).toEqual([
    '/plans/subscribePlan internal 500',
    '/plans/subscribePlan internal 500 (5 more since the last report)',
    '/plans/subscribePlan internal 500',
  ]);
});

test('a page sends at most ten reports a minute, whatever fails, and goes on afterwards', async () => {
  for (let i = 0; i < 50; i++) await logError(new Error(`failure ${i}`));
  expect(sent).toHaveLength(10);
  vi.advanceTimersByTime(60_000);
  await logError(new Error('failure 49'));
  expect(sent.at(-1)!.message).toBe('failure 49 (1 more since the last report)');
});

test('a call is reported with the id of its request, and two requests are still one kind of failure', async () => {
  await logError(failed('/ratings/fastRatings', 'internal', 500, 'req-1'));
  await logError(failed('/ratings/fastRatings', 'internal', 500, 'req-2'));
  expect(said()).toEqual(['/ratings/fastRatings internal 500, request req-1']);
});

test('a report that does not arrive is no failure, and the next of its kind is sent', async () => {
  isDown = true;
  await expect(logError(failed('/plans/subscribePlan'))).resolves.toBeUndefined();
  isDown = false;
  await logError(failed('/plans/subscribePlan'));
  expect(said()).toEqual(['/plans/subscribePlan internal 500 (1 more since the last report)']);
});

test('the secret of a link does not reach the log with the address of its page', async () => {
  vi.stubGlobal('location', { pathname: `/policy-signing/${'aB3_-'.repeat(20)}` });
  await logError(new Error('a drawing failed'));
  expect(said()).toEqual(['/policy-signing/… a drawing failed']);
});
