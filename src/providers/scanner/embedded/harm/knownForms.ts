import type { PageForm } from '#probes/web/form.ts';
import { meaningOf, type Meaning } from './credentials.ts';
import { sendingOf } from './forms.ts';
import type { Reason } from './reasons.ts';

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
