import type { BrowserVisitOptions } from '../../../browser/tools.ts';
import type { Told } from './told.ts';

/** Where a script of a page gets text from that somebody else can choose. */
export type Source =
  | { kind: 'hash'; late: boolean }
  | { kind: 'query'; name: string }
  | { kind: 'search' }
  | { kind: 'name' }
  | { kind: 'referrer' }
  | { kind: 'message'; key: string; word: string; shape: 'text' | 'object' | 'json' };

/** What an attacker's page would set before the page opens. */
export type Setting = {
  url: string;
  options: Pick<BrowserVisitOptions, 'windowName' | 'referrer'>;
  hash: string;
  messages: unknown[];
};

// As a browser writes it: another page can send nothing else.
const referrer = (text: string) => new URL(`https://referrer.example/?${text}`).href;

const keysFor = (messages: NonNullable<Told['messages']>) =>
  messages.keys.length > 0 ? messages.keys : ['data', 'html', 'url', 'message'];

function objectFor(
  messages: NonNullable<Told['messages']>,
  key: string,
  word: string,
  value: string,
): Record<string, string> {
  const others = messages.keys.filter((other) => other !== key);
  return { ...Object.fromEntries(others.map((other) => [other, word])), [key]: value };
}

export function sourcesOf(parameters: readonly string[], messages: Told['messages']): Source[] {
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
  messages: Told['messages'],
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
