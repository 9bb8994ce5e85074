import type { PageForm } from '#probes/web/form.ts';
import { meaningOf, type Meaning } from './credentials.ts';
import { means } from './graphql.ts';
import type { KnownForms } from './knownForms.ts';
import { formFor } from './putBack.ts';
import type { Reason } from './reasons.ts';
import { changesByMethod, type Sent } from './sent.ts';

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
