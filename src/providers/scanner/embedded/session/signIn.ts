import { HttpFailure, bodyText, header, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import type { AskOptions, HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { readPage, type Page } from '#probes/web/page.ts';
import type { SignIn } from '../../port.ts';
import { settledText, textLikeness } from '../answers/likeness.ts';
import { requestOf } from '../points/collect.ts';
import { outgoing } from '../points/point.ts';

export type Session = {
  /** Signs in. A sentence that says why it did not work, or null. */
  open: () => Promise<string | null>;
  /** Looks at an answer of the website; true when the scan had been signed out, is in again, and the request should be repeated. */
  again: (answer: HttpAnswer, ask: AskOptions) => Promise<boolean>;
  restore: () => Promise<void>;
  /** False once sessions have ended too soon too often. */
  mayRenew: () => boolean;
  /** What tells a signed-in visitor's page from a stranger's; null before the first sign-in. */
  isIn: () => ((answer: HttpAnswer) => boolean) | null;
  age: () => number;
  renewals: () => number;
};

type FormSignIn = Extract<SignIn, { kind: 'form' }>;

// A site that signs us out with each request must not turn the scan into one long sign-in: so many sign-ins that lasted for
// fewer requests than this.
const mostShortSessions = 25;
const shortSession = 10;
const signOutWords =
  /log\s?-?out|sign\s?-?out|log\s?-?off|abmelden|déconnexion|cerrar sesión|uitloggen|logga ut|esci\b/i;
const userName = /user|mail|login|account|name|^uid$|^id$|benutzer|usuario|identif/i;

function signInForm(page: Page): PageForm | null {
  const withPassword = page.forms.filter((form) => form.fields.some((field) => field.type === 'password'));
  return (
    withPassword.find((form) => form.fields.filter((field) => field.type === 'password').length === 1) ??
    withPassword[0] ??
    null
  );
}

/** The form filled in as this visitor would. */
function fill(form: PageForm, given: FormSignIn): PageForm {
  const password = form.fields.findIndex((field) => field.type === 'password');
  const texts = form.fields
    .map((field, at) => ({ field, at }))
    .filter(({ field }) => /^(text|email|tel|search|)$/.test(field.type));
  const user =
    texts.find(({ field }) => userName.test(field.name)) ??
    texts.findLast(({ at }) => at < password) ??
    texts[0];
  return {
    ...form,
    fields: form.fields.map((field, at) => {
      const own = given.fields?.[field.name];
      if (own !== undefined) return { ...field, value: own };
      if (at === user?.at) return { ...field, value: given.user };
      return at === password ? { ...field, value: given.password } : field;
    }),
  };
}

async function followAll(
  http: HttpClient,
  first: HttpAnswer,
  inScope: (url: URL) => boolean,
): Promise<HttpAnswer> {
  let answer = first;
  for (let hops = 0; hops < 6; hops++) {
    const next = redirectTarget(answer);
    if (!next || !inScope(next)) break;
    answer = await http.ask(next, { unhooked: true });
  }
  return answer;
}

type Sign = { url: string; isIn: (answer: HttpAnswer) => boolean };

function learnSign(
  given: FormSignIn,
  before: HttpAnswer,
  after: HttpAnswer,
  afterFront: HttpAnswer,
): Sign | null {
  const text = given.signedInText;
  for (const [seen, stranger] of [
    [after, null],
    [afterFront, before],
  ] as const) {
    const body = bodyText(seen);
    if (text !== undefined) {
      if (body.includes(text)) return { url: seen.url, isIn: (answer) => bodyText(answer).includes(text) };
      continue;
    }
    const strange = stranger ? bodyText(stranger) : '';
    if (
      seen.status < 400 &&
      signOutWords.test(body) &&
      !signOutWords.test(strange) &&
      !signInForm(readPage(body, seen.url))
    )
      return { url: seen.url, isIn: (answer) => answer.status < 400 && signOutWords.test(bodyText(answer)) };
    if (
      body.includes(given.user) &&
      !strange.includes(given.user) &&
      seen.status < 400 &&
      !signInForm(readPage(body, seen.url))
    )
      return { url: seen.url, isIn: (answer) => bodyText(answer).includes(given.user) };
  }
  // A page that a stranger is sent away from, or none that asks again: the form is gone.
  if (
    text === undefined &&
    after.status < 400 &&
    !signInForm(readPage(bodyText(after), after.url)) &&
    new URL(after.url).pathname !== new URL(given.url).pathname
  )
    return {
      url: after.url,
      isIn: (answer) => answer.status < 300 && !signInForm(readPage(bodyText(answer), answer.url)),
    };
  return null;
}

/** A session by a form. `front` is the first page as a stranger sees it. */
export function formSession(
  http: HttpClient,
  given: FormSignIn,
  front: HttpAnswer,
  inScope: (url: URL) => boolean,
): Session {
  let sign: Sign | null = null;
  let renewals = 0;
  let shortSessions = 0;
  let openedAt = 0;
  /** What this website answered when it had signed the scan out. */
  let outside: HttpAnswer | null = null;
  let renewing: Promise<boolean> | null = null;
  const signInPath = new URL(given.url).pathname;

  async function open(): Promise<string | null> {
    const address = new URL(given.url);
    if (!inScope(address)) return `The sign-in page ${given.url} does not belong to this website.`;
    try {
      const page = await followAll(http, await http.ask(address, { unhooked: true }), inScope);
      const form = signInForm(readPage(bodyText(page), page.url));
      if (!form) return `There is no form with a password field at ${page.url}.`;
      if (!inScope(new URL(form.action)))
        return `The sign-in form at ${page.url} sends the password to another website.`;
      const request = requestOf(fill(form, given));
      if (!request) return `The sign-in form at ${page.url} cannot be filled in.`;
      const { url, ask } = outgoing(request);
      // a website that counts the requests of a session counts from here: what opening it takes belongs to them
      openedAt = http.stats.requests;
      const after = await followAll(
        http,
        await http.ask(url, { ...ask, unhooked: true, headers: { ...ask.headers, Referer: page.url } }),
        inScope,
      );
      const afterFront = await followAll(http, await http.ask(front.url, { unhooked: true }), inScope);
      const learned = learnSign(given, front, after, afterFront);
      // A sign-in that fails later does not make the scan forget what it looks like inside.
      sign = learned ?? sign;
      return learned
        ? null
        : `After the sign-in at ${page.url} nothing shows that it worked. Check the user name and the password.`;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      return `The sign-in at ${given.url} got no answer.`;
    }
  }

  async function renew(): Promise<boolean> {
    if (!sign || shortSessions >= mostShortSessions) return false;
    try {
      const first = await http.ask(sign.url, { unhooked: true });
      if (sign.isIn(await followAll(http, first, inScope))) return false;
      outside = first;
      renewals += 1;
      if (http.stats.requests - openedAt < shortSession) shortSessions += 1;
      return (await open()) === null;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      return false;
    }
  }

  const renewOnce = () =>
    (renewing ??= renew().finally(() => {
      renewing = null;
    }));

  return {
    open,
    restore: async () => void (await renewOnce()),
    mayRenew: () => shortSessions < mostShortSessions,
    isIn: () => sign?.isIn ?? null,
    age: () => http.stats.requests - openedAt,
    renewals: () => renewals,
    again: async (answer, ask) => {
      if (!sign || ask.cookies === false) return false;
      const target = redirectTarget(answer);
      const suspicious =
        answer.status === 401 ||
        target?.pathname === signInPath ||
        headerClears(answer) ||
        (outside !== null && isAsOutside(answer, outside)) ||
        (answer.status === 200 &&
          new URL(answer.url).pathname !== signInPath &&
          signInForm(readPage(bodyText(answer).slice(0, 300_000), answer.url)) !== null);
      if (!suspicious) return false;
      return renewOnce();
    },
  };
}

/** The answer is the one that this website gave before to a visitor whom it had signed out. */
function isAsOutside(answer: HttpAnswer, outside: HttpAnswer): boolean {
  if (answer.status !== outside.status) return false;
  const target = redirectTarget(outside);
  if (target) return redirectTarget(answer)?.pathname === target.pathname;
  if (answer.status >= 400) return true;
  const ratio = answer.body.length / Math.max(1, outside.body.length);
  return ratio > 0.8 && ratio < 1.25 && textLikeness(settledText(answer), settledText(outside)) > 0.9;
}

const headerClears = (answer: HttpAnswer): boolean =>
  /(?:sess|sid|auth|token)[^=;]{0,100}=(?:;|deleted|"")/i.test(header(answer, 'set-cookie') ?? '') ||
  header(answer, 'clear-site-data') !== undefined;

/** What goes along with each request of the other kinds of sign-in. */
export function signInHeaders(given: SignIn | undefined): Record<string, string> | undefined {
  if (given?.kind === 'header') return { [given.name]: given.value };
  if (given?.kind === 'bearer') return { Authorization: `Bearer ${given.token}` };
  return undefined;
}
