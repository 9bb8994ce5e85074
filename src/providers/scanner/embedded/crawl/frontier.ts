import { looksLikeProgram, urlFamily, urlShape } from './shape.ts';

/** The addresses that a crawl still has to read, and what it has learned about which of them are copies of one page. */

export type Item = { url: URL; depth: number; assets: boolean };

type Group = { shapes: Set<string>; read: number; asked: number; fresh: number };

// A template is known after so many equal pages; a family of addresses after so many.
const shapeSamples = 2;
const shapeMost = 12;
const familySamples = 6;
// Programs next to each other look alike and do different things.
const programSamples = 40;
const mostWaiting = 30_000;

/** Breadth first; pages that look like copies of pages already read are skipped once enough samples were equal. */
export function makeFrontier() {
  const queue: Item[] = [];
  // Numbered neighbours (`case12.html`): perhaps copies, perhaps not. Read when nothing better is left.
  const later: Item[] = [];
  const groups = new Map<string, Group>();
  let skipped = 0;
  let dropped = 0;

  const groupOf = (key: string): Group => {
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { shapes: new Set(), read: 0, asked: 0, fresh: 0 }));
    return group;
  };
  const samplesOf = (url: URL) => (looksLikeProgram(url) ? programSamples : familySamples);

  function enoughOf(url: URL): boolean {
    const shape = groups.get(`shape ${urlShape(url)}`);
    if (shape && shape.read >= (shape.shapes.size <= 1 ? shapeSamples : shapeMost)) return true;
    const family = groups.get(`family ${urlFamily(url)}`);
    // A family that goes on bringing new forms and parameters is worth going on with.
    return (
      family !== undefined &&
      family.read >= samplesOf(url) &&
      family.shapes.size <= Math.ceil(family.read / 4) &&
      family.fresh * 4 < family.read
    );
  }

  function keysOf(url: URL) {
    return [
      [`shape ${urlShape(url)}`, shapeSamples],
      [`family ${urlFamily(url)}`, samplesOf(url)],
    ] as const;
  }

  /** While the samples of a template are on their way, more of it waits: they may turn out to be the same. */
  function waits(url: URL): boolean {
    return keysOf(url).some(([key, samples]) => {
      const group = groups.get(key);
      return group !== undefined && group.asked > 0 && group.asked + group.read >= samples;
    });
  }

  function take(from: Item[]): Item | undefined {
    // Looking further than this for something that need not wait would cost more than waiting.
    for (let at = 0; at < Math.min(from.length, 500); at++) {
      const item = from[at]!;
      if (!item.assets && enoughOf(item.url)) {
        skipped += 1;
        from.splice(at, 1);
        at -= 1;
      } else if (item.assets || !waits(item.url)) {
        from.splice(at, 1);
        return item;
      }
    }
    return undefined;
  }

  return {
    add(item: Item): void {
      if (queue.length + later.length >= mostWaiting) dropped += 1;
      else if (!item.assets && /[a-z]\d|\d[a-z]/i.test(item.url.pathname)) later.push(item);
      else queue.push(item);
    },
    next: (): Item | undefined => take(queue) ?? (queue.length === 0 ? take(later) : undefined),
    /** Counts a request under way (1) or ended (-1). */
    asked(url: URL, by: 1 | -1): void {
      for (const [key] of keysOf(url)) groupOf(key).asked += by;
    },
    /** Remembers a page that was read. `fresh`: it brought a form or parameters not met before. */
    read(url: URL, shape: string, fresh: boolean): void {
      for (const [key] of keysOf(url)) {
        const group = groupOf(key);
        group.read += 1;
        if (group.shapes.size < 50) group.shapes.add(shape);
        if (fresh) group.fresh += 1;
      }
    },
    clear: () => {
      queue.length = 0;
      later.length = 0;
    },
    get waiting() {
      return queue.length + later.length;
    },
    get skipped() {
      return skipped;
    },
    get dropped() {
      return dropped;
    },
  };
}
