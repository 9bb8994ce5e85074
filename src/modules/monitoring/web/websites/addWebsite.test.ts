import { describe, expect, test } from 'vitest';
import {
  addWebsiteReducer,
  emptyAddWebsite,
  specifyProblems,
  startAddWebsite,
  type AddEvent,
  type AddWebsite,
} from './addWebsite.ts';

const after = (...events: AddEvent[]): AddWebsite => events.reduce(addWebsiteReducer, emptyAddWebsite);
const specified: AddEvent[] = [
  { type: 'name', value: 'Shop' },
  { type: 'protocol', value: 'https://' },
  { type: 'url', value: 'shop.acme-widgets.com' },
];
const checked: AddEvent[] = [...specified, { type: 'checked', url: 'https://shop.acme-widgets.com' }];
const agreed: AddEvent[] = [...checked, { type: 'consent', value: true }, { type: 'agreed' }];

test('goes on to the second step with a checked address, to the third with consent only', () => {
  expect(after(...checked)).toMatchObject({ step: 'confirm', consent: false });
  expect(after(...checked, { type: 'agreed' })).toMatchObject({ step: 'confirm' });
  expect(after(...agreed)).toMatchObject({ step: 'schedule' });
});

test('Back returns one step and keeps everything', () => {
  expect(after(...agreed, { type: 'back' })).toMatchObject({ step: 'confirm', consent: true });
  expect(after(...agreed, { type: 'back' }, { type: 'back' })).toMatchObject({
    step: 'specify',
    name: 'Shop',
    url: 'shop.acme-widgets.com',
  });
  expect(after({ type: 'back' }).step).toBe('specify');
});

test('another address needs its own check and consent', () => {
  const changed = after(
    ...agreed,
    { type: 'back' },
    { type: 'back' },
    { type: 'url', value: 'booking.acme-widgets.com' },
  );
  expect(changed).toMatchObject({ checkedUrl: null, consent: false });
  expect(addWebsiteReducer(changed, { type: 'agreed' }).step).toBe('specify');
});

test('what the server refuses at the end is shown where it can be changed', () => {
  const refused = after(...agreed, {
    type: 'problems',
    problems: { name: 'This name already exists, choose another.' },
  });
  expect(refused).toMatchObject({
    step: 'specify',
    name: 'Shop',
    problems: { name: 'This name already exists, choose another.' },
  });
  expect(addWebsiteReducer(refused, { type: 'name', value: 'Shop 2' }).problems).toEqual({});
});

test('a created website is neither specified again nor lost', () => {
  const created = after(...agreed, { type: 'created', targetId: '1', targetName: 'Shop' });
  expect(addWebsiteReducer(created, { type: 'back' }).step).toBe('schedule');
  expect(addWebsiteReducer(created, { type: 'problems', problems: { url: 'x' } })).toMatchObject({
    step: 'schedule',
    problems: {},
  });
});

test('a whole address falls into its fields', () => {
  expect(after({ type: 'url', value: ' HTTP://shop.acme-widgets.com/a ' })).toMatchObject({
    protocol: 'http://',
    url: 'shop.acme-widgets.com/a',
  });
});

test.each([
  [
    'nothing',
    { name: '', protocol: null, url: '' },
    { name: 'Please enter a name.', protocol: 'Please select a protocol.', url: 'Please enter a valid URL.' },
  ],
  ['a long name', { name: 'x'.repeat(256) }, { name: 'Max 255 symbols.' }],
  ['the longest name', { name: 'x'.repeat(255) }, {}],
  ['a name in other case', { name: ' BLOG ' }, { name: 'This name already exists, choose another.' }],
  ['no address', { url: 'shop' }, { url: 'Please enter a valid URL.' }],
  [
    'a password in the address',
    { url: 'me:secret@shop.acme-widgets.com' },
    { url: 'Please enter a valid URL.' },
  ],
  ['no protocol', { protocol: null }, { protocol: 'Please select a protocol.' }],
])('the first step with %s', (_what, change, problems) => {
  const given = { name: 'Shop', protocol: 'https://' as const, url: 'shop.acme-widgets.com', ...change };
  expect(specifyProblems(given, ['Blog'])).toEqual(problems);
});

describe('the wizard opens', () => {
  const site = (targetName: string, targetUrl: string) => ({ targetName, targetUrl });
  const open = (companyUrl: string, ...targetList: ReturnType<typeof site>[]) =>
    startAddWebsite({ companyUrl, targetList });

  test.each([
    [
      'with the website of the company',
      open('www.acme-widgets.com'),
      { name: 'acme-widgets.com', url: 'www.acme-widgets.com' },
    ],
    [
      'with its path',
      open('acme-widgets.com/shop/'),
      { name: 'acme-widgets.com', url: 'acme-widgets.com/shop' },
    ],
  ])('%s and https', (_what, state, filled) => {
    expect(state).toMatchObject({ ...filled, protocol: 'https://', proposed: true, step: 'specify' });
  });

  test.each([
    ['no website', open('')],
    ['what is no address', open('acme widgets')],
    ['one that is added already', open('acme-widgets.com', site('Home', 'http://acme-widgets.com'))],
  ])('with https alone for %s', (_what, state) => {
    expect(state).toEqual({ ...emptyAddWebsite, protocol: 'https://' });
  });

  test('with the address alone where its name is taken', () => {
    expect(open('acme-widgets.com', site('Acme-Widgets.com', 'https://other.com'))).toMatchObject({
      name: '',
      url: 'acme-widgets.com',
      proposed: false,
    });
  });

  test('at the second step once the address is checked, unless somebody types meanwhile', () => {
    const checkedLate = { type: 'proposal-checked', url: 'https://acme-widgets.com' } as const;
    const opened = open('acme-widgets.com');
    expect(addWebsiteReducer(opened, checkedLate)).toMatchObject({
      step: 'confirm',
      checkedUrl: 'https://acme-widgets.com',
      consent: false,
    });
    const typing = addWebsiteReducer(opened, { type: 'name', value: 'Shop' });
    expect(addWebsiteReducer(typing, checkedLate)).toEqual(typing);
    const back = addWebsiteReducer(addWebsiteReducer(opened, checkedLate), { type: 'back' });
    expect(addWebsiteReducer(back, checkedLate).step).toBe('specify');
  });
});
