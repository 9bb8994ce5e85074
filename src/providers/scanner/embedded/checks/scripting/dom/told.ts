/** What the script in the page says; all of it is text of a hostile website until it was looked at. */

export type Sink = { sink: 'html' | 'code' | 'address' | 'program'; before: string; text: string };
export type Told = {
  sinks: Sink[];
  parameters: string[];
  messages: { keys: string[]; words: string[] } | null;
};

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.length <= 40).slice(0, 12)
    : [];

export function readTold(list: readonly unknown[]): Told {
  const sinks: Sink[] = [];
  const parameters = new Set<string>();
  let messages: Told['messages'] = null;
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
