import { HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import type { AskOptions, HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { outgoing, type SiteRequest } from '../points/point.ts';
import type { ScanCoverage } from '../../port.ts';
import { isOperation } from './addresses.ts';
import { isEdit, makeFormers } from './formers.ts';
import { makeJudge, makeKnownForms, type Judgement } from './judge.ts';
import { makeSending } from './sending.ts';
import { mayKeepByGet } from './allowance.ts';
import { makeLedger } from './ledger.ts';
import { mutationsOf } from './graphql.ts';
import { makeLeftAlone, reasons, type Reason } from './reasons.ts';
import { changesByMethod, plainly, readSent, type Sent } from './sent.ts';

export type GuardInput = {
  http: HttpClient;
  mark: string;
  mayChange: boolean;
  inScope: (url: URL) => boolean;
  signedIn: () => boolean;
  ownUser: string | null;
  limits: { entries: number; perForm: number; signIns: number };
};

export type Guard = {
  http: HttpClient;
  /** The same for an address before anybody asks for it; what is left alone is remembered for the report. */
  isHarmful: (url: URL) => boolean;
  /** Tells a form that a page shows; false for one that is not sent. */
  met: (form: PageForm) => boolean;
  mayForm: (form: PageForm) => boolean;
  may: (request: SiteRequest) => boolean;
  /** The website keeps what this request sends, so that it is sent rarely. */
  keeps: (request: SiteRequest) => boolean;
  /** A described call that is never made; `path` as a pattern of its whole path. */
  forbid: (method: string | null, path: RegExp, label: string) => void;
  /** What the report says of it: what was left alone and what was left behind. */
  coverage: (notes: ScanCoverage) => ScanCoverage;
  putBack: (http: HttpClient) => Promise<void>;
};

/** Stands before every request of a scan, whoever makes it, and keeps the scan from doing harm. */
export function makeGuard(input: GuardInput): Guard {
  const { http, mark, mayChange, inScope } = input;
  const forms = makeKnownForms(input.signedIn);
  const { judge, forbid } = makeJudge(mark, input.ownUser, forms);
  const formers = makeFormers({ http, inScope, forms });
  const ledger = makeLedger();
  const left = makeLeftAlone();
  const send = makeSending(input, formers, refuse);

  function note(reason: Reason, sent: Pick<Sent, 'method' | 'url'> & Partial<Sent>): void {
    if (plainly(sent.url.href).includes(mark)) return;
    const mutation = sent.body ? mutationsOf(sent.body).join(', ') : '';
    left.add(
      reason,
      `${sent.method === 'GET' ? '' : `${sent.method} `}${sent.url.pathname}${sent.url.search}${mutation && ` ${mutation}`}`,
    );
  }

  function refuse(reason: Reason, sent: Sent): never {
    note(reason, sent);
    throw new HttpFailure('refused-address', sent.url.href, `${reasons[reason]}.`);
  }

  /** The website may keep what this sends. */
  const isWatched = (sent: Sent, { form, meaning }: Judgement): boolean =>
    changesByMethod(sent.method)
      ? !(sent.url.pathname.includes(mark) && sent.method === 'PUT')
      : sent.method === 'GET' &&
        sent.url.search !== '' &&
        (meaning === 'sign-in' || (form !== null && mayKeepByGet(form)));

  async function ask(url: string | URL, options: AskOptions = {}): Promise<HttpAnswer> {
    const sent = readSent(url, options);
    if (!inScope(sent.url)) return http.ask(url, options);
    const judged = judge(sent);
    if (judged.reason) refuse(judged.reason, sent);
    if (!isWatched(sent, judged)) return http.ask(url, options);
    const { form, meaning } = judged;
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
    const reason = forms.against(forms.meaningOf(form));
    if (reason) note(reason, { method: form.method, url: new URL(form.action) });
    return reason === null;
  }

  return {
    http: { ...http, ask },
    isHarmful: (url) => {
      const harmful = isOperation(url);
      if (harmful && inScope(url)) note('operation', { method: 'GET', url });
      return harmful;
    },
    mayForm,
    met: (form) => {
      forms.add(form);
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
      forbid(method, path);
      left.add('described', label);
    },
    putBack: (client) => formers.putBack(client, ledger.entries),
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

type Ending = {
  guard: Guard;
  /** The same visitor once more, with a time of its own: that of the scan may be over. */
  open: (signal: AbortSignal) => HttpClient;
  origins: ReadonlySet<string>;
  milliseconds: number;
};

/** Gives what was edited its former values again, also where the scan was cancelled or ran out of time. */
export async function putBackAtEnd({ guard, open, origins, milliseconds }: Ending): Promise<void> {
  const signal = AbortSignal.timeout(milliseconds);
  const client = open(signal);
  for (const origin of origins) client.cookieOrigins.add(origin);
  try {
    await guard.putBack(client);
  } catch (error) {
    // What could not be reached in time is in the report.
    if (!(error instanceof HttpFailure) && !signal.aborted) throw error;
  } finally {
    client.close();
  }
}
