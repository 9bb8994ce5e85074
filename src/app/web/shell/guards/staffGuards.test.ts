import { visitor, page, rule } from './testing/guards.ts';

rule('staff without organisation go to their desk instead of onboarding', [
  ['from the root', { staff: 'strong', profile: 'none', path: '/' }, { go: '/staff' }],
  ['from onboarding', { staff: 'strong', profile: 'none', path: '/onboarding' }, { go: '/staff' }],
  ['from sign-in', { staff: 'strong', profile: 'loading', path: '/signin' }, { go: '/staff' }],
  ['from every page of customers', { staff: 'strong', path: '/settings/admins' }, { go: '/staff' }],
  ['the desk shows', { staff: 'strong', profile: 'loading', path: '/staff' }, page],
  ['so does an organisation', { staff: 'strong', profile: 'loading', path: '/staff/organizations/o1' }, page],
  [
    'with a second factor its set-up is over',
    { staff: 'strong', path: '/staff/second-factor' },
    { go: '/staff' },
  ],
  ['without one its set-up comes first', { staff: 'weak', path: '/staff' }, { go: '/staff/second-factor' }],
  ['and shows', { staff: 'weak', path: '/staff/second-factor' }, page],
  ['a page for everyone stays', { staff: 'weak', path: '/404' }, page],
  ['an administrator finds no desk', { path: '/staff' }, { go: '/404' }],
  [
    'nor does someone before onboarding',
    { path: '/staff/organizations/o1', profile: 'none' },
    { go: '/404' },
  ],
  [
    'a window on the desk goes home when staff begin to act',
    { staff: 'acting', path: '/staff/organizations/o1' },
    { go: '/' },
  ],
  ['who acts goes where the administrator goes', { staff: 'acting', path: '/' }, { go: '/dashboard' }],
  [
    'a visitor signs in first and comes back',
    { ...visitor, path: '/staff' },
    { go: '/signin', save: '/staff' },
  ],
]);
