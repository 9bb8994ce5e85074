import type { HttpAnswer } from '#probes/http/answer.ts';
import { HttpFailure, bodyText } from '#probes/http/answer.ts';
import type { AskOptions, HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { readPage } from '#probes/web/page.ts';
import type { SiteRequest } from '../points/request.ts';
import { outgoing } from '../points/request.ts';
import type { ScanCoverage } from '../../port.ts';
import { isOperation } from './addresses.ts';
import { checkName } from './checkNames.ts';
import type { Meaning } from './credentials.ts';
import { mayKeepByGet, mayLeave } from './allowance.ts';
import { meaningOf } from './credentials.ts';
import { sendingOf } from './forms.ts';
import type { Entry } from './ledger.ts';
import { makeLedger, occurrences, saysKept } from './ledger.ts';
import { safetyWord } from './marks.ts';
import { means, mutationsOf } from './graphql.ts';
import type { Former } from './putBack.ts';
import { formFor, isEditing, putBack, readRecord } from './putBack.ts';
import type { Reason } from './reasons.ts';
import { makeLeftAlone, reasons } from './reasons.ts';
import type { Sent } from './sent.ts';
import { changesByMethod, plainly, readSent } from './sent.ts';
import { looksLocked } from './signIns.ts';
import { breaksRecords, touchesFixed } from './values.ts';

export type GuardInput = {
  http: HttpClient;
  mark: string;
  mayChange: boolean;
  inScope: (url: URL) => boolean;
  signedIn: () => boolean;
  /** Name with which the scan signs in. */
  ownUser: string | null;
  limits: { entries: number; perForm: number; signIns: number };
};

export type Guard = {
  /** The client with which the scan asks: it refuses what would do harm, as it refuses addresses that are not public. */
  http: HttpClient;
  /** The same for an address before anybody asks for it; what is left alone is remembered for the report. */
  isHarmful: (url: URL) => boolean;
  /** Tells a form that a page shows; false for one that is not sent. */
  met: (form: PageForm) => boolean;
  mayForm: (form: PageForm) => boolean;
  /** A request of the website that may be tried. */
  may: (request: SiteRequest) => boolean;
  /** The website keeps what this request sends, so that it is sent rarely. */
  keeps: (request: SiteRequest) => boolean;
  /** A described call that is never made; `path` as a pattern of its whole path. */
  forbid: (method: string | null, path: RegExp, label: string) => void;
  /** What the report says of it: what was left alone and what was left behind. */
  coverage: (notes: ScanCoverage) => ScanCoverage;
  /** Gives edited forms and records their former values again. */
  putBack: (http: HttpClient) => Promise<void>;
};

/** Stands before every request of a scan, whoever makes it, and keeps the scan from doing harm. */
export function makeGuard(input: GuardInput): Guard {
  const { http, mark, mayChange } = input;
  const forms = new Map<string, PageForm[]>();
  const meanings = new WeakMap<PageForm, Meaning>();
  const forbidden: { method: string | null; path: RegExp }[] = [];
  const formers = new Map<string, Former | null>();
  const ledger = makeLedger();
  const left = makeLeftAlone();
  let kept = 0;

  const pathOf = (url: URL) => `${url.origin}${url.pathname}`;
  const ofForm = (form: PageForm): Meaning => {
    let meaning = meanings.get(form);
    if (meaning === undefined) meanings.set(form, (meaning = meaningOf(sendingOf(form))));
    return meaning;
  };
  const against = (meaning: Meaning): Reason | null => {
    if (meaning === 'operation' || meaning === 'credentials') return meaning;
    return meaning === 'sign-up' && input.signedIn() ? 'sign-up' : null;
  };
  const note = (reason: Reason, sent: Pick<Sent, 'method' | 'url'> & Partial<Sent>) => {
    if (plainly(sent.url.href).includes(mark)) return;
    const mutation = sent.body ? mutationsOf(sent.body).join(', ') : '';
    left.add(
      reason,
      `${sent.method === 'GET' ? '' : `${sent.method} `}${sent.url.pathname}${sent.url.search}${mutation && ` ${mutation}`}`,
    );
  };

  function judge(sent: Sent): { reason: Reason | null; form: PageForm | null; meaning: Meaning } {
    const own = sent.url.pathname.includes(mark);
    // A file of the scan's own, put and taken away again.
    if (own && sent.body === undefined) return { reason: null, form: null, meaning: null };
    const isForbidden = forbidden.some(
      ({ method, path }) => (method === null || method === sent.method) && path.test(sent.url.pathname),
    );
    if (isForbidden) return { reason: 'described', form: null, meaning: null };
    const known = (forms.get(sent.path) ?? []).filter(({ method }) => method === sent.method);
    // A body of another kind than the form's goes to the same program.
    const isOther = changesByMethod(sent.method) && (sent.body === undefined || sent.body.kind === 'text');
    const form = formFor(known, sent) ?? (isOther ? (known[0] ?? null) : null);
    const mutation = means(sent);
    const plain = mutation ?? meaningOf(sent);
    const meaning = form ? (against(plain) ? plain : ofForm(form)) : plain;
    const isPut = sent.method === 'PUT' || sent.method === 'PATCH';
    const reason =
      against(meaning) ??
      (isPut && !own && sent.body?.kind !== 'json' ? 'put-back' : null) ??
      (namesUs(sent, meaning) ? 'own' : null);
    return { reason, form, meaning };
  }

  const namesUs = (sent: Sent, meaning: Meaning): boolean =>
    meaning === 'sign-in' &&
    input.ownUser !== null &&
    sent.fields.some(({ value }) => value === input.ownUser);

  function refuse(reason: Reason, sent: Sent): never {
    note(reason, sent);
    throw new HttpFailure('refused-address', sent.url.href, `${reasons[reason]}.`);
  }

  /** Reads what a form or a record holds now, before the first sending. */
  async function prepare(entry: Entry, sent: Sent): Promise<string> {
    entry.prepared = true;
    const isPut = sent.method === 'PUT' || sent.method === 'PATCH';
    if (entry.meaning === 'sign-in') return '';
    const json = sent.body?.kind === 'json' ? sent.body.value : null;
    if (json !== null && typeof json === 'object' && !Array.isArray(json) && typeof json.query !== 'string') {
      const names = Object.keys(json);
      const url = sent.url.href;
      const key = `${sent.method} ${url} ${names.join()}`;
      const known = formers.get(key);
      const values = known === undefined && names.length > 0 ? await readRecord(http, url, names) : null;
      if (known === undefined)
        formers.set(key, values && { kind: 'record', url, method: sent.method, values });
      entry.former = formers.get(key) ?? null;
      if (isPut && !entry.former) entry.closed = 'put-back';
    }
    const page =
      entry.form?.page ?? (sent.referer && input.inScope(new URL(sent.referer)) ? sent.referer : sent.path);
    const answer = await http.ask(page).catch(() => null);
    if (!answer || answer.status >= 400) return '';
    const found =
      sent.body?.kind === 'json' ? null : formFor(readPage(bodyText(answer), answer.url).forms, sent);
    if (found) {
      const key = `${found.method} ${found.action} ${found.fields.map(({ name }) => name).join('&')}`;
      if (!formers.has(key)) formers.set(key, { kind: 'form', page, form: found });
      entry.former = formers.get(key)!;
      entry.form ??= found;
      const reason = against(ofForm(found));
      if (reason) entry.closed = reason;
    }
    return bodyText(answer);
  }

  /** Whether the website kept what was sent: it says so, or shows it to whoever asks next. */
  async function learnKept(entry: Entry, sent: Sent, answer: HttpAnswer, before: string): Promise<void> {
    if (entry.keeps || entry.meaning === 'sign-in') return;
    entry.keeps = saysKept(answer, before, sent);
    if (entry.keeps) return;
    const page = entry.form?.page ?? sent.referer ?? sent.path;
    if (!input.inScope(new URL(page))) return;
    const after = await http.ask(page).catch(() => null);
    if (!after || after.status >= 400) return;
    const count = (text: string) => occurrences(text) + occurrences(text, mark);
    entry.keeps = count(bodyText(after)) > count(before);
  }

  /** Names that were exchanged leave the program with nothing to mark. */
  const hasItsFields = (entry: Entry, sent: Sent): boolean => {
    const names = new Set(sent.fields.map(({ name }) => name));
    const own =
      entry.form?.fields.filter(({ type }) =>
        /^(?:text|textarea|email|tel|url|search|password)$/.test(type),
      ) ?? [];
    return (
      own.every(({ name }) => names.has(name)) &&
      !sent.fields.some(({ name }) => /\[\$/.test(name) || name.startsWith('$'))
    );
  };

  const isEdit = (entry: Entry) =>
    entry.former !== null && (entry.former.kind === 'record' || isEditing(entry.former.form));

  function spend(entry: Entry, sent: Sent, name: string, text: string): void {
    if (!entry.keeps) return;
    if (!mayChange) refuse('creates', sent);
    const isMarked = text.includes(safetyWord) || text.includes(mark);
    const spent = entry.byCheck.get(name) ?? 0;
    const isOver = kept >= input.limits.entries && !isEdit(entry);
    const isWhole = isEdit(entry) || (isMarked && hasItsFields(entry, sent));
    if (!isWhole) refuse('unmarked', sent);
    if (isOver || !mayLeave(name, { spent, taken: entry.taken, perForm: input.limits.perForm }))
      refuse('budget', sent);
  }

  async function send(entry: Entry, sent: Sent, url: string | URL, options: AskOptions): Promise<HttpAnswer> {
    const name = checkName();
    const first = !entry.prepared;
    const before = first ? await prepare(entry, sent) : '';
    if (entry.closed) refuse(entry.closed, sent);
    if (isEdit(entry) && entry.former?.kind === 'form') {
      if (touchesFixed(entry.former.form, sent, input.signedIn())) refuse('fixed', sent);
    }
    if (isEdit(entry) && breaksRecords(sent)) refuse('fixed', sent);
    if (entry.meaning === 'sign-in' && entry.taken >= input.limits.signIns) refuse('attempts', sent);
    spend(entry, sent, name, `${plainly(sent.url.href)} ${plainly(String(options.body ?? ''))}`);
    const answer = await http.ask(url, options);
    if (entry.meaning === 'sign-in') {
      entry.taken += 1;
      entry.firstAnswer ??= bodyText(answer).slice(0, 50_000);
      if (looksLocked(answer, entry.firstAnswer)) entry.closed = 'locked';
      return answer;
    }
    if (answer.status >= 400) return answer;
    entry.taken += 1;
    entry.byCheck.set(name, (entry.byCheck.get(name) ?? 0) + 1);
    if (sent.body?.kind === 'multipart' && sent.body.parts.some(({ fileName }) => fileName)) entry.files += 1;
    if (first) await learnKept(entry, sent, answer, before);
    if (entry.keeps && !isEdit(entry)) kept += 1;
    return answer;
  }

  async function ask(url: string | URL, options: AskOptions = {}): Promise<HttpAnswer> {
    const sent = readSent(url, options);
    if (!input.inScope(sent.url)) return http.ask(url, options);
    const { reason, form, meaning } = judge(sent);
    if (reason) refuse(reason, sent);
    const changes =
      changesByMethod(sent.method) && !(sent.url.pathname.includes(mark) && sent.method === 'PUT');
    const watched =
      changes ||
      (sent.method === 'GET' &&
        sent.url.search !== '' &&
        (meaning === 'sign-in' || (form !== null && mayKeepByGet(form))));
    if (!watched) return http.ask(url, options);
    const entry = ledger.entryOf(sent, form, meaning);
    if (entry.keeps && !mayChange) refuse('creates', sent);
    if (entry.prepared && !entry.keeps && meaning !== 'sign-in' && !isEdit(entry) && !entry.closed)
      return send(entry, sent, url, options);
    // One after another: whether it is the last one that may be sent depends on the one before.
    const turn = entry.turn.then(
      () => send(entry, sent, url, options),
      () => send(entry, sent, url, options),
    );
    entry.turn = turn.catch(() => undefined);
    return turn;
  }

  const judgeRequest = (request: SiteRequest) => {
    const { url, ask: options } = outgoing(request);
    const sent = readSent(url, options);
    return { sent, ...judge(sent) };
  };

  function mayForm(form: PageForm): boolean {
    const reason = against(ofForm(form));
    if (reason) note(reason, { method: form.method, url: new URL(form.action) });
    return reason === null;
  }

  return {
    http: { ...http, ask },
    isHarmful: (url) => {
      const harmful = isOperation(url);
      if (harmful && input.inScope(url)) note('operation', { method: 'GET', url });
      return harmful;
    },
    mayForm,
    met: (form) => {
      const path = pathOf(new URL(form.action));
      const list = forms.get(path) ?? [];
      forms.set(path, list);
      if (list.length < 30) list.push(form);
      return mayForm(form);
    },
    may: (request) => {
      const { reason, sent } = judgeRequest(request);
      if (reason) note(reason, sent);
      return reason === null;
    },
    keeps: (request) => {
      const { sent, form, meaning } = judgeRequest(request);
      return ledger.entryOf(sent, form, meaning).keeps;
    },
    forbid: (method, path, label) => {
      forbidden.push({ method, path });
      left.add('described', label);
    },
    putBack: async (client) => {
      // The last first: what was read later may have been changed by what was sent before.
      const touched = new Map<Former, Entry[]>();
      for (const entry of ledger.entries)
        if (entry.former && entry.taken > 0)
          touched.set(entry.former, [...(touched.get(entry.former) ?? []), entry]);
      for (const former of [...formers.values()].toReversed()) {
        const entries = former && touched.get(former);
        if (!entries || entries.every(({ restored }) => restored !== null && restored !== 'failed')) continue;
        for (const entry of entries) entry.restored = 'failed';
        const restored = await putBack(client, former);
        for (const entry of entries) entry.restored = restored;
      }
    },
    coverage: (notes) => {
      const leftBehind = ledger.leftBehind(mark);
      return {
        ...notes,
        skipped: [...notes.skipped, ...left.lines()],
        ...(leftBehind.length === 0 ? {} : { leftBehind }),
      };
    },
  };
}
