import { bodyText } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import { readPage } from '#probes/web/page.ts';
import type { KnownForms } from './judge.ts';
import type { Entry } from './ledger.ts';
import { formFor, isEditing, putBack, readRecord, type Former } from './putBack.ts';
import type { Sent } from './sent.ts';

type FormersInput = { http: HttpClient; inScope: (url: URL) => boolean; forms: KnownForms };

export const pageOf = (entry: Entry, sent: Sent) => entry.form?.page ?? sent.referer ?? sent.path;

export const isEdit = ({ former }: Entry): boolean =>
  former !== null && (former.kind === 'record' || isEditing(former.form));

export function makeFormers({ http, inScope, forms }: FormersInput) {
  const formers = new Map<string, Former | null>();

  async function readRecordBefore(entry: Entry, sent: Sent): Promise<void> {
    const json = sent.body?.kind === 'json' ? sent.body.value : null;
    if (json === null || typeof json !== 'object' || Array.isArray(json) || typeof json.query === 'string')
      return;
    const names = Object.keys(json);
    const url = sent.url.href;
    const key = `${sent.method} ${url} ${names.join()}`;
    if (!formers.has(key)) {
      const values = names.length > 0 ? await readRecord(http, url, names) : null;
      formers.set(key, values && { kind: 'record', url, method: sent.method, values });
    }
    entry.former = formers.get(key) ?? null;
    const isPut = sent.method === 'PUT' || sent.method === 'PATCH';
    if (isPut && !entry.former) entry.closed = 'put-back';
  }

  return {
    /** Reads what a form or a record holds now, before the first sending; the text of the page. */
    async prepare(entry: Entry, sent: Sent): Promise<string> {
      entry.prepared = true;
      if (entry.meaning === 'sign-in') return '';
      await readRecordBefore(entry, sent);
      const isReferred = sent.referer && inScope(new URL(sent.referer));
      const page = entry.form?.page ?? (isReferred ? sent.referer! : sent.path);
      const answer = await http.ask(page).catch(() => null);
      if (!answer || answer.status >= 400) return '';
      const text = bodyText(answer);
      const found = sent.body?.kind === 'json' ? null : formFor(readPage(text, answer.url).forms, sent);
      if (!found) return text;
      const key = `${found.method} ${found.action} ${found.fields.map(({ name }) => name).join('&')}`;
      if (!formers.has(key)) formers.set(key, { kind: 'form', page, form: found });
      entry.former = formers.get(key)!;
      entry.form ??= found;
      const reason = forms.against(forms.meaningOf(found));
      if (reason) entry.closed = reason;
      return text;
    },
    /** Gives edited forms and records their former values again. */
    async putBack(client: HttpClient, entries: readonly Entry[]): Promise<void> {
      const touched = new Map<Former, Entry[]>();
      for (const entry of entries)
        if (entry.former && entry.taken > 0)
          touched.set(entry.former, [...(touched.get(entry.former) ?? []), entry]);
      // The last first: what was read later may have been changed by what was sent before.
      for (const former of [...formers.values()].toReversed()) {
        const own = former && touched.get(former);
        if (!own || own.every(({ restored }) => restored !== null && restored !== 'failed')) continue;
        for (const entry of own) entry.restored = 'failed';
        const restored = await putBack(client, former);
        for (const entry of own) entry.restored = restored;
      }
    },
  };
}
