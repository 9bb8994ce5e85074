import type { PageForm } from '#probes/web/form.ts';
import { meaningOf, sendingOf, type Meaning } from './credentials.ts';
import type { Reason } from './reasons.ts';
import { isFormGuard } from '../points/tokens.ts';
import { changesByMethod, type Sent } from './sent.ts';
import { means } from './graphql.ts';
import { formFor } from './putBack.ts';

const pathOf = (url: URL) => `${url.origin}${url.pathname}`;

export function makeKnownForms(signedIn: () => boolean) {
  const forms = new Map<string, PageForm[]>();
  const meanings = new WeakMap<PageForm, Meaning>();
  return {
    add(form: PageForm): void {
      const path = pathOf(new URL(form.action));
      const list = forms.get(path) ?? [];
      forms.set(path, list);
      if (list.length < 30) list.push(form);
    },
    at: (path: string, method: string): PageForm[] =>
      (forms.get(path) ?? []).filter((form) => form.method === method),
    meaningOf(form: PageForm): Meaning {
      let meaning = meanings.get(form);
      if (meaning === undefined) meanings.set(form, (meaning = meaningOf(sendingOf(form))));
      return meaning;
    },
    against(meaning: Meaning): Reason | null {
      if (meaning === 'operation' || meaning === 'credentials') return meaning;
      return meaning === 'sign-up' && signedIn() ? 'sign-up' : null;
    },
  };
}
export type KnownForms = ReturnType<typeof makeKnownForms>;

const idValue = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
const identity = /^(?:e-?mail|user_?name|login|user)$|\[(?:email|username|login)\]$/i;

/** The sending would edit another record than the one the page showed, or give the account another name. */
export function touchesFixed(former: PageForm, sent: Sent, signedIn: boolean): boolean {
  return former.fields.some(({ name, type, value }) => {
    const isId = type === 'hidden' && !isFormGuard(name) && (idValue.test(value) || name === '_method');
    const isName = signedIn && value !== '' && identity.test(name);
    if (!isId && !isName) return false;
    const given = sent.fields.filter((field) => field.name === name);
    return given.length === 0 || given.some((field) => field.value !== value);
  });
}

const opensComment = (value: string): boolean => {
  const quote = value.search(/['"`]/);
  return quote >= 0 && /--|#|\/\*/.test(value.slice(quote + 1));
};

/** How every text that breaks out of markup begins: in a statement its quotes leave nothing that could be carried out. */
const outOfMarkup = `'">-->`;

/** A text that would cut off the condition of an update, so that every record gets the value. */
export const breaksRecords = ({ fields }: Sent): boolean =>
  fields.some(({ value = '' }) => opensComment(value.replaceAll(outOfMarkup, '')));

export type Judgement = { reason: Reason | null; form: PageForm | null; meaning: Meaning };

const nothing = { form: null, meaning: null };

/** Says of each request what it would mean, and why it must not be sent. `ownUser`: the name with which the scan signs in. */
export function makeJudge(mark: string, ownUser: string | null, forms: KnownForms) {
  const forbidden: { method: string | null; path: RegExp }[] = [];

  const isForbidden = (sent: Sent) =>
    forbidden.some(
      ({ method, path }) => (method === null || method === sent.method) && path.test(sent.url.pathname),
    );

  function formOf(sent: Sent): PageForm | null {
    const known = forms.at(sent.path, sent.method);
    // A body of another kind than the form's goes to the same program.
    const isOther = changesByMethod(sent.method) && (sent.body === undefined || sent.body.kind === 'text');
    return formFor(known, sent) ?? (isOther ? (known[0] ?? null) : null);
  }

  const namesUs = (sent: Sent, meaning: Meaning): boolean =>
    meaning === 'sign-in' && ownUser !== null && sent.fields.some(({ value }) => value === ownUser);

  return {
    forbid: (method: string | null, path: RegExp) => void forbidden.push({ method, path }),
    judge(sent: Sent): Judgement {
      const own = sent.url.pathname.includes(mark);
      // A file of the scan's own, put and taken away again.
      if (own && sent.body === undefined) return { reason: null, ...nothing };
      if (isForbidden(sent)) return { reason: 'described', ...nothing };
      const form = formOf(sent);
      const plain = means(sent) ?? meaningOf(sent);
      const meaning = form && !forms.against(plain) ? forms.meaningOf(form) : plain;
      const isPut = sent.method === 'PUT' || sent.method === 'PATCH';
      const reason =
        forms.against(meaning) ??
        (isPut && !own && sent.body?.kind !== 'json' ? 'put-back' : null) ??
        (namesUs(sent, meaning) ? 'own' : null);
      return { reason, form, meaning };
    },
  };
}
