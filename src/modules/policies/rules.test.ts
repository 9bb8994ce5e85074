import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterAction,
  customPolicyId,
  monthsLater,
  policyFileName,
  policyNameKey,
  reviewStanding,
  type PolicyAction,
  type PolicyState,
} from './rules.ts';

const newPolicy: PolicyState = { draft: null, inForce: null, past: [] };
const customize = 'customize' as const;
const v1Draft: PolicyState = { draft: { version: 1, mode: customize }, inForce: null, past: [] };
const v1Active: PolicyState = { draft: null, inForce: 1, past: [] };
const v2Draft: PolicyState = { draft: { version: 2, mode: customize }, inForce: 1, past: [] };

test.each<[string, PolicyState, PolicyAction, PolicyState | string]>([
  ['template, save', newPolicy, { kind: 'save' }, v1Draft],
  ['v1 Draft, save', v1Draft, { kind: 'save' }, v1Draft],
  ['v1 Draft, approve', v1Draft, { kind: 'approve' }, v1Active],
  ['v1 Active, save', v1Active, { kind: 'save' }, v2Draft],
  ['v2 Draft, approve', v2Draft, { kind: 'approve' }, { draft: null, inForce: 2, past: [1] }],
  [
    'v1 Active, approve again',
    v1Active,
    { kind: 'approve', again: true },
    { draft: null, inForce: 2, past: [1] },
  ],
  ['v2 Draft open, approve what holds again', v2Draft, { kind: 'approve', again: true }, 'draft-open'],
  ['template, approve directly', newPolicy, { kind: 'approve' }, v1Active],
  ['Draft, notify approver', v1Draft, { kind: 'send' }, { ...v1Draft, draft: { version: 1, mode: 'sent' } }],
  ['Draft in sent, save', { ...v1Draft, draft: { version: 1, mode: 'sent' } }, { kind: 'save' }, v1Draft],
  [
    'Draft in sent, approve',
    { ...v1Draft, draft: { version: 1, mode: 'sent' } },
    { kind: 'approve' },
    v1Active,
  ],
  ['Active, delete', v1Active, { kind: 'delete', version: 1 }, 'only-drafts'],
  ['history, delete', { draft: null, inForce: 2, past: [1] }, { kind: 'delete', version: 1 }, 'only-drafts'],
  ['v1 Draft, delete', v1Draft, { kind: 'delete', version: 1 }, newPolicy],
  ['v2 Draft, delete', v2Draft, { kind: 'delete', version: 2 }, v1Active],
  ['v2 Draft, delete v1', v2Draft, { kind: 'delete', version: 1 }, 'only-drafts'],
  ['template, delete', newPolicy, { kind: 'delete', version: 1 }, 'no-such-policy'],
])('%s', (_row, before, action, after) => {
  expect(afterAction(before, action)).toEqual(after);
});

const action = fc.oneof(
  fc.constant<PolicyAction>({ kind: 'save' }),
  fc.constant<PolicyAction>({ kind: 'send' }),
  fc.boolean().map((again): PolicyAction => ({ kind: 'approve', again })),
  fc.integer({ min: 1, max: 6 }).map((version): PolicyAction => ({ kind: 'delete', version })),
);
const approvedOf = ({ inForce, past }: PolicyState) => [...past, ...(inForce === null ? [] : [inForce])];

test('whatever is done, approved versions only rise and stay, and deleting a draft restores what was before', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      let state: PolicyState = newPolicy;
      /** As it was before the open draft was opened. */
      let beforeDraft: PolicyState = newPolicy;
      for (const next of actions) {
        const after = afterAction(state, next);
        if (typeof after === 'string') continue;
        const [was, is] = [approvedOf(state), approvedOf(after)];
        // nothing approved goes, changes places or is counted twice
        expect(is.slice(0, was.length)).toEqual(was);
        expect(is).toEqual(Array.from({ length: is.length }, (_, i) => i + 1));
        const expected: Record<PolicyAction['kind'], Partial<PolicyState>> = {
          save: { draft: { version: was.length + 1, mode: 'customize' }, inForce: state.inForce },
          send: { draft: { version: was.length + 1, mode: 'sent' }, inForce: state.inForce },
          approve: { draft: null, inForce: was.length + 1 },
          delete: beforeDraft,
        };
        expect(after).toMatchObject(expected[next.kind]);
        if (!state.draft && after.draft) beforeDraft = state;
        state = after;
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['2026-03-02T17:00:00Z', 12, '2027-03-02T17:00:00.000Z'],
  ['2026-01-31T08:30:00Z', 1, '2026-02-28T08:30:00.000Z'],
  ['2027-11-30T23:59:59Z', 3, '2028-02-29T23:59:59.000Z'],
  ['2026-12-31T00:00:00Z', 60, '2031-12-31T00:00:00.000Z'],
])('%s and %i months are %s', (from, months, then) => {
  expect(monthsLater(new Date(from), months).toISOString()).toBe(then);
});

test('a review is soon within thirty days, and overdue from its moment on', () => {
  const now = new Date('2026-03-02T17:00:00Z');
  const standing = (days: number) => reviewStanding(new Date(now.getTime() + days * 86_400_000), now);
  expect([reviewStanding(null, now), standing(31), standing(30), standing(0), standing(-0.001)]).toEqual([
    'none',
    'later',
    'soon',
    'soon',
    'overdue',
  ]);
});

test('names and addresses are made of what every system takes', () => {
  expect(policyFileName('Acme Widgets Inc.', 'Passwords & Sign-in', 2)).toBe('Acme_Passwords_Sign-in_v2.pdf');
  expect(policyFileName('../..', '<b>/..\\', 1)).toBe('Company_b_v1.pdf');
  expect(policyNameKey(' Clean\u00a0 KITCHEN ')).toBe('clean kitchen');
  expect(customPolicyId('Größe & Ordnung!', 'ab12')).toBe('gro-e-ordnung-ab12');
  expect(customPolicyId('日本', 'ab12')).toBe('policy-ab12');
});
