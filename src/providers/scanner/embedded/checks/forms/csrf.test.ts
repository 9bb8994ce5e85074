import { describe, expect, it } from 'vitest';
import { bodyText } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { Handler } from '../../../sites/serve.ts';
import { page, tryOut } from '../execution/testing/trial.ts';
import { csrf } from './csrf.ts';

/** A small site with one form at /profile, as a visitor with a session meets it. */
function site(form: string, take: Handler, cookie = 'PHPSESSID=q1w2e3r4t5y6u7i8o9p0; path=/'): Handler {
  return (visit, response) => {
    if (visit.method === 'POST') return take(visit, response);
    return page(`<h1>Your profile</h1>${form}`, { headers: { 'Set-Cookie': cookie } });
  };
}

const scanForms = (handler: Handler, level: 'safe' | 'normal' = 'normal') =>
  tryOut([csrf], handler, null, {
    level,
    prepare: async (scan) => {
      const url = new URL('/profile', scan.base);
      const answer = await scan.ask(url);
      const read = readPage(bodyText(answer!), url.href);
      scan.site.pages.push({ url: url.href, answer: answer!, page: read });
      scan.site.forms.push(...read.forms);
    },
  });

const profile = (more = '') =>
  `<form method="post" action="/profile/save"><input name="nickname" value="Ann"><input name="city">${more}<button>Save</button></form>`;
const saved: Handler = () => page('<p>Your profile has been saved.</p>');
const refused: Handler = () => ({ ...page('<p>Your request could not be taken.</p>'), status: 403 });

describe('forms that other websites can send', () => {
  it('are proved by sending them as another website', async () => {
    const { findings } = await scanForms(site(profile(), saved));
    expect(findings.map(({ rule, confidence }) => [rule, confidence])).toEqual([
      ['forms.csrf-missing', 'firm'],
    ]);
    expect(findings[0]!.places[0]!.evidence).toContain('PHPSESSID');
  });
  it('are told with care where forms may not be sent', async () => {
    const { findings, visits } = await scanForms(site(profile(), saved), 'safe');
    expect(findings.map(({ rule, confidence }) => [rule, confidence])).toEqual([
      ['forms.csrf-missing', 'tentative'],
    ]);
    expect(visits.filter((visit) => visit.startsWith('POST'))).toEqual([]);
  });
  it('are told where the token is only decoration', async () => {
    const token = '<input type="hidden" name="csrf_token" value="8f7d6c5b4a39281706f5e4d3">';
    expect((await scanForms(site(profile(token), saved))).rules).toEqual(['forms.csrf-unchecked']);
  });
  it('are told where an address alone sets a password', async () => {
    const form =
      '<form action="/profile"><input type=password name=new><input type=password name=again><button name=set>Set</button></form>';
    expect((await scanForms(site(form, saved))).rules).toEqual(['forms.csrf-missing']);
  });
  it('are told where the answer is a redirect, too', async () => {
    const handler = site(profile(), () => ({ status: 303, headers: { Location: '/profile' } }));
    expect((await scanForms(handler)).rules).toEqual(['forms.csrf-missing']);
  });
});

const token = '8f7d6c5b4a39281706f5e4d3';
const safeForms: [string, Handler][] = [
  [
    'check a token of a plain name, good for one time only',
    (() => {
      let current = token;
      return (visit, response) => {
        const ok = visit.method === 'POST' && visit.form.get('token') === current;
        if (visit.method === 'POST') return page(ok ? '<p>Saved.</p>' : '<p>Sorry, once more.</p>');
        current = `${token}${Math.random().toString(16).slice(2, 8)}`;
        return site(profile(`<input type="hidden" name="token" value="${current}">`), saved)(visit, response);
      };
    })(),
  ],
  [
    'check the token',
    site(profile(`<input type="hidden" name="csrf_token" value="${token}">`), (visit, response) =>
      visit.form.get('csrf_token') === token ? saved(visit, response) : refused(visit, response),
    ),
  ],
  [
    'check a token under a name of their own',
    site(profile(`<input type="hidden" name="guard" value="${token}">`), (visit, response) =>
      visit.form.get('guard') === token ? saved(visit, response) : refused(visit, response),
    ),
  ],
  [
    'say so in a page with status 200',
    site(profile(`<input type="hidden" name="_token" value="${token}">`), (visit, response) =>
      visit.form.get('_token') === token ? saved(visit, response) : page('<p>The page has expired.</p>'),
    ),
  ],
  [
    'lead back to the form when the token is wrong',
    site(profile(`<input type="hidden" name="_token" value="${token}">`), (visit) => ({
      status: 302,
      headers: { Location: visit.form.get('_token') === token ? '/profile?saved' : '/profile' },
    })),
  ],
  [
    'look at the origin',
    site(profile(), (visit, response) =>
      visit.headers.origin?.startsWith('http://127.0.0.1')
        ? saved(visit, response)
        : refused(visit, response),
    ),
  ],
  [
    'refuse everything with the same words',
    site(profile(`<input type="hidden" name="_token" value="${token}">`), () =>
      page('<p>Error: the city is required.</p>'),
    ),
  ],
  [
    'have a session cookie with SameSite',
    site(profile(), saved, 'PHPSESSID=q1w2e3r4t5y6u7i8o9p0; path=/; SameSite=Lax'),
  ],
  [
    'take the same of anybody, whatever session the rest of the site has',
    (visit, response) =>
      visit.path === '/' || visit.method === 'POST'
        ? site('', saved)(visit, response)
        : page(`<h1>Your wish</h1>${profile()}`),
  ],
  ['have no session at all', site(profile(), saved, 'theme=dark; path=/')],
  ['search', site('<form method="post" action="/find"><input name="q"></form>', saved)],
  [
    'sign in',
    site(
      '<form method="post" action="/enter"><input name="user"><input type="password" name="password"></form>',
      saved,
    ),
  ],
  [
    'ask for the current password',
    site(
      '<form method="post" action="/profile/password"><input type="password" name="current"><input type="password" name="fresh"></form>',
      saved,
    ),
  ],
  [
    'write to us',
    site(
      '<form method="post" action="/contact"><input name="email"><textarea name="message"></textarea></form>',
      saved,
    ),
  ],
  [
    'are sent by scripts with a token of the page',
    site(`<meta name="csrf-token" content="${token}">${profile()}`, saved),
  ],
  [
    'are left alone as payments are',
    site('<form method="post" action="/profile/save"><input name="card_number"></form>', saved),
  ],
];

describe('forms that nobody else can send', () => {
  it.each(safeForms)('%s', async (_how, handler) => expect((await scanForms(handler)).rules).toEqual([]));
});
