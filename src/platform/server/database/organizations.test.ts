import { expect, test } from 'vitest';
import type { BaseCtx } from '../ctx.ts';
import { eachOrganization, organizations } from './organizations.ts';

const ids = Array.from(
  { length: 1203 },
  (_, at) => `10000000-0000-0000-0000-${String(at).padStart(12, '0')}`,
);
const select = async (after: string, atMost: number) => ids.filter((id) => id > after).slice(0, atMost);

test('every organization comes once and in order, whether pages are full or not', async () => {
  for (const length of [0, 1, 500, 1000, 1203]) {
    const seen: string[] = [];
    const some = async (after: string, atMost: number) =>
      (await select(after, atMost)).filter((id) => ids.indexOf(id) < length).map((orgId) => ({ orgId }));
    for await (const { orgId } of organizations(some)) seen.push(orgId);
    expect(seen).toEqual(ids.slice(0, length));
  }
});

test('the failure of one organization is logged and does not stop the others', async () => {
  const logged: unknown[] = [];
  const worked: string[] = [];
  const base = {
    forOrg: (orgId: string) => ({ orgId }),
    log: { error: (...entry: unknown[]) => logged.push(entry) },
  } as unknown as BaseCtx;
  const broken = new Error('broken');
  await eachOrganization(base, 'not done', select, async ({ orgId }) => {
    if (orgId === ids[1]) throw broken;
    worked.push(orgId);
  });
  expect(logged).toEqual([[{ err: broken, orgId: ids[1] }, 'not done']]);
  expect(worked).toEqual(ids.filter((id) => id !== ids[1]));
});
