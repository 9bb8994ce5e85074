// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from './call.ts';
import { queryClient } from './query.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a query that fails is reported to the server, and one that is refused is not', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: { body?: string } = {}) => {
    if (init.body) sent.push((JSON.parse(init.body) as { endpoint: string }).endpoint);
    return Response.json({ CSRFToken: 'token' });
  });
  const ask = (endpoint: string, status: number) =>
    queryClient
      .fetchQuery({
        queryKey: [endpoint],
        queryFn: () =>
          Promise.reject(
            Object.assign(new CallError(status === 500 ? 'internal' : 'no-such-thing', status), { endpoint }),
          ),
        retry: false,
      })
      .catch(() => {});
  await ask('/notifications/list', 500);
  await ask('/policy/policyLoad', 404);
  await vi.waitFor(() => expect(sent).toEqual(['/notifications/list']));
});
