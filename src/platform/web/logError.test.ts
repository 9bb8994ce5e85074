import { expect, onTestFinished, test, vi } from 'vitest';
import { logError } from './logError.ts';

test('the secret of a link does not reach the log with the address of its page', async () => {
  const sent: string[] = [];
  vi.stubGlobal('location', { pathname: `/policy-signing/${'aB3_-'.repeat(20)}` });
  vi.stubGlobal('fetch', async (address: string, init: { body?: string } = {}) => {
    if (init.body) sent.push(`${address} ${init.body}`);
    return Response.json({ CSRFToken: 'token' });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await logError(new Error('a drawing failed'));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('"endpoint":"/policy-signing/…"');
  expect(sent[0]).not.toContain('aB3_-');
});
