import { describe, expect, test } from 'vitest';
import {
  actsSaying,
  changesOf,
  kindOf,
  kindParts,
  sentenceOf,
  valueText,
  type RawEntry,
} from './describe.ts';

const entry = (given: Partial<RawEntry>): RawEntry => ({
  act: 'update',
  subject: 'admin',
  name: 'bo@acme.com',
  before: null,
  after: null,
  ...given,
});

describe('a sentence says what was done', () => {
  test.each<[string, Partial<RawEntry>]>([
    ['Added administrator bo@acme.com', { act: 'insert', after: { email: 'bo@acme.com' } }],
    ['Removed administrator bo@acme.com', { act: 'delete' }],
    [
      'Changed the job title of administrator bo@acme.com',
      { before: { job_title: '' }, after: { job_title: 'IT' } },
    ],
    [
      'Changed the first name and last name of administrator bo@acme.com',
      { before: { first_name: 'B', last_name: 'L' }, after: { first_name: 'Bo', last_name: 'Lind' } },
    ],
    [
      'Changed the name, website address and 2 more of the organization',
      {
        subject: 'organization',
        after: { company_name: 'A', company_url: 'a.com', number_of_employees: '0-10', industry: 'IT' },
      },
    ],
    ['Invited bo@acme.com', { act: 'insert', subject: 'admin_invite' }],
    [
      'The invitation of bo@acme.com was accepted',
      { subject: 'admin_invite', after: { status: 'used', used_at: '2026-03-02T17:00:00Z' } },
    ],
    ['Cancelled the invitation of bo@acme.com', { subject: 'admin_invite', after: { status: 'canceled' } }],
    [
      'Sent the invitation of bo@acme.com again',
      { subject: 'admin_invite', after: { expires_at: '2026-03-02T17:00:00Z' } },
    ],
    [
      'Changed the first name of the invitation of bo@acme.com',
      { subject: 'admin_invite', after: { first_name: 'Bo' } },
    ],
    ['Cancelled a scan of Shop', { subject: 'scan', name: 'Shop', after: { status: 'canceled' } }],
    ['Started a scan of a website that was removed', { act: 'insert', subject: 'scan', name: null }],
    ['Exported the activity log', { act: 'activity-exported', subject: 'audit_entry', name: null }],
    ['Some new act Thing', { act: 'some-new-act', subject: 'thing', name: 'Thing' }],
    ['Added some table Thing', { act: 'insert', subject: 'some_table', name: 'Thing' }],
  ])('%s', (words, given) => {
    expect(sentenceOf(entry(given))).toBe(words);
  });
});

test('names that look like templates, or like properties of every object, are only names', () => {
  expect(sentenceOf(entry({ act: 'delete', name: '{columns} $& {name}' }))).toBe(
    'Removed administrator {columns} $& {name}',
  );
  for (const subject of ['constructor', '__proto__', 'toString'])
    expect(sentenceOf(entry({ act: 'insert', subject }))).toMatch(/^Added .*bo@acme\.com$/);
  expect(kindOf({ act: 'constructor', subject: 'x' })).toBeNull();
  expect(valueText('subscription_status', 'constructor')).toBe('constructor');
});

test.each([
  ['industry', 'BANKING_INVESTMENT', 'Banking or Investment Management'],
  ['industry', 'A CODE OF OLD', 'A CODE OF OLD'],
  ['recurrence', 'm', 'Monthly'],
  ['scan_profile', 'log4shell', 'Log4j Only'],
  ['day_of_week', 2, 'Tuesday'],
  ['expires_at', '2026-03-09T17:00:00+00:00', 'Mar 9, 2026, 10:00 AM PDT'],
  ['company_name', '2026-99-99T99:99:99Z', '2026-99-99T99:99:99Z'],
  ['second_factor_required', true, 'Yes'],
  ['coupon_codes', ['A', 'B'], 'A, B'],
  ['coupon_codes', [], null],
  ['job_title', '', null],
  ['job_title', null, null],
  [
    'org_goals',
    { meetRegulatoryRequirements: true, hasOtherGoals: true, otherGoals: 'Sleep' },
    'Meet regulatory requirements; Other; “Sleep”',
  ],
  ['org_goals', {}, null],
  ['anything', { a: 1 }, '{"a":1}'],
])('%s %j reads %s', (column, value, text) => {
  expect(valueText(column, value)).toBe(text);
});

test('changes stand side by side; ids and what was and stays empty are left out', () => {
  expect(
    changesOf(
      entry({
        before: { job_title: '', first_name: 'B' },
        after: { job_title: 'IT', first_name: 'Bo', cognito_id: 'x', last_name: '' },
      }),
    ),
  ).toEqual([
    { label: 'Job title', before: null, after: 'IT' },
    { label: 'First name', before: 'B', after: 'Bo' },
  ]);
});

test('searching finds what the log says, whatever the case', () => {
  expect(actsSaying('INVITED')).toEqual({ rows: ['insert admin_invite'], acts: [] });
  expect(actsSaying('exported')).toEqual({
    rows: [],
    acts: ['activity-exported', 'issues-exported', 'trainees-exported', 'signatures-exported'],
  });
  // a placeholder is no word
  expect(actsSaying('{name}')).toEqual({ rows: [], acts: [] });
});

test('a kind finds its tables and acts', () => {
  expect(kindParts('people').tables).toEqual(['admin', 'admin_invite', 'team_member']);
  expect(kindParts('log').acts).toEqual(['activity-exported']);
});
