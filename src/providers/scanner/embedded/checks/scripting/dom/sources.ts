import type { BrowserVisitOptions } from '../../../browser/tools.ts';

/** What the script in the page says; all of it is text of a hostile website until it was looked at. */

export type Sink = { sink: 'html' | 'code' | 'address' | 'program'; before: string; text: string };
export type PageReports = {
  sinks: Sink[];
  parameters: string[];
  messages: { keys: string[]; words: string[] } | null;
};

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.length <= 40).slice(0, 12)
    : [];

export function readReports(list: readonly unknown[]): PageReports {
  const sinks: Sink[] = [];
  const parameters = new Set<string>();
  let messages: PageReports['messages'] = null;
  for (const item of list) {
    if (typeof item !== 'object' || item === null) continue;
    const one = item as Record<string, unknown>;
    const { sink, before, text, name } = one;
    if (
      one.kind === 'sink' &&
      (sink === 'html' || sink === 'code' || sink === 'address' || sink === 'program') &&
      typeof before === 'string' &&
      typeof text === 'string'
    )
      sinks.push({ sink, before: before.slice(-400), text: text.slice(0, 60) });
    if (
      one.kind === 'parameter' &&
      typeof name === 'string' &&
      /^[\w\-[\].]{1,40}$/.test(name) &&
      parameters.size < 15
    )
      parameters.add(name);
    if (one.kind === 'message') {
      messages ??= { keys: [], words: [] };
      messages.keys = [...new Set([...messages.keys, ...texts(one.keys)])].slice(0, 12);
      messages.words = [...new Set([...messages.words, ...texts(one.words)])].slice(0, 8);
    }
  }
  return { sinks, parameters: [...parameters], messages };
}

export type Source =
  | { kind: 'hash'; late: boolean }
  | { kind: 'query'; name: string }
  | { kind: 'search' }
  | { kind: 'name' }
  | { kind: 'referrer' }
  | { kind: 'message'; key: string; word: string; shape: 'text' | 'object' | 'json' };

export type Setting = {
  url: string;
  options: Pick<BrowserVisitOptions, 'windowName' | 'referrer'>;
  hash: string;
  messages: unknown[];
};

// As a browser writes it: another page can send nothing else.
const referrer = (text: string) => new URL(`https://referrer.example/?${text}`).href;

const keysFor = (messages: NonNullable<PageReports['messages']>) =>
  messages.keys.length > 0 ? messages.keys : ['data', 'html', 'url', 'message'];

function objectFor(
  messages: NonNullable<PageReports['messages']>,
  key: string,
  word: string,
  value: string,
): Record<string, string> {
  const others = messages.keys.filter((other) => other !== key);
  return { ...Object.fromEntries(others.map((other) => [other, word])), [key]: value };
}

export function sourcesOf(parameters: readonly string[], messages: PageReports['messages']): Source[] {
  const sent: Source[] = [];
  if (messages) {
    sent.push({ kind: 'message', key: '', word: '', shape: 'text' });
    for (const key of keysFor(messages))
      for (const word of messages.words.length > 0 ? messages.words : [''])
        for (const shape of ['object', 'json'] as const)
          if (sent.length < 60) sent.push({ kind: 'message', key, word, shape });
  }
  return [
    { kind: 'hash', late: false },
    { kind: 'hash', late: true },
    { kind: 'search' },
    { kind: 'name' },
    { kind: 'referrer' },
    ...parameters.slice(0, 20).map((name): Source => ({ kind: 'query', name })),
    ...sent,
  ];
}

export function setSource(
  setting: Setting,
  source: Source,
  value: string,
  messages: PageReports['messages'],
): Setting {
  const url = new URL(setting.url);
  switch (source.kind) {
    case 'hash':
      if (source.late) return { ...setting, hash: value };
      url.hash = value;
      return { ...setting, url: url.href };
    case 'query':
      url.searchParams.set(source.name, value);
      return { ...setting, url: url.href };
    case 'search':
      url.search = url.search === '' ? `?${value}` : `${url.search}&${value}`;
      return { ...setting, url: url.href };
    case 'name':
      return { ...setting, options: { ...setting.options, windowName: value } };
    case 'referrer':
      return { ...setting, options: { ...setting.options, referrer: referrer(value) } };
    case 'message': {
      if (source.shape === 'text' || !messages) return { ...setting, messages: [...setting.messages, value] };
      const object = objectFor(messages, source.key, source.word, value);
      return {
        ...setting,
        messages: [...setting.messages, source.shape === 'json' ? JSON.stringify(object) : object],
      };
    }
  }
}

export function nameOf(source: Source): string {
  switch (source.kind) {
    case 'hash':
      return 'fragment';
    case 'query':
      return source.name;
    case 'search':
      return 'query';
    case 'name':
      return 'window.name';
    case 'referrer':
      return 'referrer';
    case 'message':
      return 'message';
  }
}

const sentences: Record<Source['kind'], string> = {
  hash: 'the part of the address behind #',
  query: 'the parameter',
  search: 'the query of the address',
  name: 'the name of the window, which the page before can choose',
  referrer: 'the address of the page before',
  message: 'a message that any other website can send',
};
export const sentenceOf = (source: Source): string =>
  source.kind === 'query' ? `the parameter ${source.name}` : sentences[source.kind];
