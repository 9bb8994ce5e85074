import { HttpFailure, bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { AskOptions, HttpClient } from '#probes/http/client.ts';
import type { FormField, PageForm } from '#probes/web/form.ts';
import { readPage } from '#probes/web/page.ts';
import { outgoing, type Json } from '../points/point.ts';
import { isFormGuard } from '../points/tokens.ts';
import type { Sent } from './sent.ts';

/** Remembers what a form or a record held before the scan sent anything to it, and gives it that again. */

export type Former =
  | { kind: 'form'; page: string; form: PageForm }
  | { kind: 'record'; url: string; method: string; values: { [name: string]: Json } };

export type Restored = 'unchanged' | 'restored' | 'failed';

const isButton = ({ type }: FormField) => /^(?:submit|button|image|reset)$/.test(type);
const isBox = ({ type }: FormField) => type === 'checkbox' || type === 'radio';

const ask = async (http: HttpClient, url: string, options: AskOptions = {}): Promise<HttpAnswer | null> => {
  try {
    return await http.ask(url, options);
  } catch (error) {
    if (error instanceof HttpFailure) return null;
    throw error;
  }
};

const pathOf = (url: string) => url.replace(/[?#].*/s, '');

export function formFor(
  forms: readonly PageForm[],
  sent: Pick<Sent, 'method' | 'path' | 'fields'>,
): PageForm | null {
  const names = new Set(sent.fields.map(({ name }) => name));
  const score = (form: PageForm) => form.fields.filter(({ name }) => names.has(name)).length;
  return (
    forms
      .filter((form) => form.method === sent.method && pathOf(form.action) === sent.path && score(form) > 0)
      .toSorted((one, other) => score(other) - score(one))[0] ?? null
  );
}

async function readForms(http: HttpClient, page: string): Promise<PageForm[]> {
  const answer = await ask(http, page);
  return answer && answer.status < 400 ? readPage(bodyText(answer), answer.url).forms : [];
}

const isRecord = (value: Json | undefined): value is { [name: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What an address answers as a record; wrappers such as `{ data: { … } }` are taken off. */
export async function readRecord(
  http: HttpClient,
  url: string,
  names: readonly string[],
): Promise<{ [name: string]: Json } | null> {
  const answer = await ask(http, url);
  if (answer?.status !== 200) return null;
  try {
    const value = JSON.parse(bodyText(answer)) as Json;
    const candidates = isRecord(value) ? [value, ...Object.values(value)] : [];
    const found = candidates.find(
      (one): one is { [name: string]: Json } =>
        isRecord(one) && names.every((name) => Object.hasOwn(one, name)),
    );
    return found ? Object.fromEntries(names.map((name) => [name, found[name]!])) : null;
  } catch {
    return null;
  }
}

/** What a visitor's own browser would send of a form that is left as it came; hidden fields are the page's of now. */
function asItWas(former: PageForm, now: PageForm): [string, string][] {
  const list: [string, string][] = [];
  for (const field of now.fields)
    if (field.type === 'hidden' || isFormGuard(field.name)) list.push([field.name, field.value]);
  for (const field of former.fields) {
    if (field.type === 'hidden' || isFormGuard(field.name) || isButton(field) || field.type === 'file')
      continue;
    if (isBox(field) && !field.checked) continue;
    list.push([field.name, isBox(field) && field.value === '' ? 'on' : field.value]);
  }
  const button = former.fields.find((field) => field.type === 'submit' || field.type === 'button');
  if (button) list.push([button.name, button.value]);
  return list;
}

function shownState(form: PageForm): Map<string, string> {
  const state = new Map<string, string>();
  for (const field of form.fields) {
    if (
      field.type === 'hidden' ||
      field.type === 'password' ||
      isButton(field) ||
      field.type === 'file' ||
      isFormGuard(field.name)
    )
      continue;
    const value = isBox(field) ? (field.checked ? `${field.value || 'on'};` : '') : field.value;
    state.set(field.name, `${state.get(field.name) ?? ''}${value}`);
  }
  return state;
}

const same = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...one].every(([name, value]) => other.get(name) === value);

async function putFormBack(http: HttpClient, page: string, former: PageForm): Promise<Restored> {
  const read = async () => {
    const forms = await readForms(http, page);
    const names = former.fields.map(({ name, value }) => ({ name, value }));
    return formFor(forms, { method: former.method, path: pathOf(former.action), fields: names });
  };
  const before = shownState(former);
  const now = await read();
  if (!now) return 'failed';
  // A value that a list of choices does not have is kept without being shown: what is edited is put back in any case.
  if (!isEditing(former) && same(before, shownState(now))) return 'unchanged';
  // What changes by itself from one look to the next is none of ours.
  const again = await read();
  if (again && !same(shownState(now), shownState(again))) return 'unchanged';
  const fields = asItWas(former, again ?? now);
  const headers = { Referer: page, Origin: new URL(page).origin };
  if (former.method === 'GET') {
    const url = new URL(former.action);
    url.search = new URLSearchParams(fields).toString();
    await ask(http, url.href, { headers });
  } else {
    const body =
      former.enctype === 'multipart'
        ? ({ kind: 'multipart', parts: fields.map(([name, value]) => ({ name, value })) } as const)
        : ({ kind: 'form', fields } as const);
    const { url, ask: options } = outgoing(
      { method: 'POST', url: former.action, page, source: 'form', body },
      { headers },
    );
    await ask(http, url, options);
  }
  const after = await read();
  return after && same(before, shownState(after)) ? 'restored' : 'failed';
}

async function putRecordBack(
  http: HttpClient,
  { url, method, values }: Extract<Former, { kind: 'record' }>,
): Promise<Restored> {
  const names = Object.keys(values);
  const written = JSON.stringify(values);
  const now = await readRecord(http, url, names);
  if (now && JSON.stringify(now) === written) return 'unchanged';
  const headers = { 'Content-Type': 'application/json', Origin: new URL(url).origin };
  await ask(http, url, { method: method as 'PUT', body: written, headers });
  const after = await readRecord(http, url, names);
  return after && JSON.stringify(after) === written ? 'restored' : 'failed';
}

export const putBack = (http: HttpClient, former: Former): Promise<Restored> =>
  former.kind === 'form' ? putFormBack(http, former.page, former.form) : putRecordBack(http, former);

const isChoice = (field: FormField) => isBox(field) || field.type === 'select';

/** The form comes with values that are kept somewhere, or has nothing but choices: sending it edits them. */
export const isEditing = (form: PageForm): boolean =>
  (form.method === 'POST' &&
    form.fields.some(isChoice) &&
    form.fields.every((field) => isChoice(field) || isButton(field) || field.type === 'hidden')) ||
  form.fields.some(
    (field) =>
      (isBox(field) && field.checked === true && field.type === 'checkbox') ||
      (/^(?:text|email|tel|url|textarea|number|date)$/.test(field.type) &&
        field.value.trim() !== '' &&
        !isFormGuard(field.name)),
  );
