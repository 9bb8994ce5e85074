import { describe, expect, test } from 'vitest';
import { issueLinkContract } from '../../issueLinkCalls.ts';
import { retestsPerIssue } from '../../rules.ts';
import { decideIssues } from '../issues/decisions.ts';
import { readIssue } from '../issues/issues.ts';
import { issueLinkStanding, openIssueLink, reportFixed } from './openIssueLink.ts';
import { dev, openLinks, refusal } from '../testing/issueLinks.ts';

describe('“fixed, please check”', () => {
  test('starts the check of an administrator once, whoever sends it again', async () => {
    const { make, tokenIn, visitor, look, ctx, targetId, log, world } = await openLinks();
    const token = tokenIn((await make('a', dev)).address);
    const fixed = (answers: number, note = '') => reportFixed(visitor, { token, answers, name: 'Dee', note });
    const both = await Promise.all([refusal(fixed(0, 'Prepared statements.')), refusal(fixed(0))]);
    expect(both.toSorted()).toEqual(['already-answered', null].toSorted());
    expect(await issueLinkStanding(visitor, { token })).toMatchObject({
      data: { retest: { status: 'waiting' }, answers: 1 },
    });
    await look(true);
    expect(await issueLinkStanding(visitor, { token })).toMatchObject({
      data: { state: 'open', retest: { status: 'still-there' } },
    });
    // a request that was caught on the way does nothing a second time
    expect(await refusal(fixed(0))).toBe('already-answered');
    world.clock.advance(60);
    await fixed(1);
    await look(false);
    expect(await issueLinkStanding(visitor, { token })).toMatchObject({
      data: { state: 'fixed', retest: { status: 'gone' } },
    });
    expect(await refusal(fixed(2))).toBe('issue-not-open');
    const { history, links } = await readIssue(ctx, { targetId, findingId: 'a' });
    expect(history.filter(({ kind }) => kind.startsWith('retest-'))).toMatchObject([
      { by: dev },
      { kind: 'retest-gone', by: dev },
    ]);
    expect(links[0]!.lastAnsweredAt).not.toBeNull();
    expect((await log()).filter(({ act }) => act === 'issue-fix-reported')).toMatchObject([
      { actorEmail: dev, newValue: expect.objectContaining({ name: 'Dee' }) },
      {},
    ]);
  });

  test('keeps the limits of checks and of the plan, and an answer that was refused is not used up', async () => {
    const { make, tokenIn, visitor, look, world } = await openLinks();
    const token = tokenIn((await make()).address);
    for (let answers = 0; answers < retestsPerIssue; answers++) {
      await reportFixed(visitor, { token, answers, name: '', note: '' });
      await look(true);
    }
    const again = () =>
      refusal(reportFixed(visitor, { token, answers: retestsPerIssue, name: '', note: '' }));
    expect(await again()).toBe('retest-limit-reached');
    world.clock.advance(86_400);
    expect(await again()).toBeNull();
  });

  test('does not take back what was decided', async () => {
    const { make, tokenIn, visitor, ctx, targetId } = await openLinks();
    const token = tokenIn((await make()).address);
    await decideIssues(ctx, {
      targetId,
      findingIds: ['a'],
      decision: 'false-positive',
      reason: 'A test page',
    });
    expect((await openIssueLink(visitor, { token })).data.state).toBe('false-positive');
    await reportFixed(visitor, { token, answers: 0, name: '', note: '' });
    expect((await openIssueLink(visitor, { token })).data.state).toBe('false-positive');
  });

  test('takes short words alone', () => {
    const { body } = issueLinkContract.reportFixed;
    const given = { token: 'x'.repeat(90), answers: 0 };
    expect(body.safeParse({ ...given, note: 'x'.repeat(501) }).success).toBe(false);
    expect(body.safeParse({ ...given, name: 'x'.repeat(81) }).success).toBe(false);
    expect(body.parse({ ...given, name: 'Dee\u0000\nBcc: x' }).name).not.toMatch(/\p{Cc}/u);
    expect(body.safeParse({ ...given, answers: -1 }).success).toBe(false);
  });
});
