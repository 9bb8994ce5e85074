/** Groups addresses that are probably the same page with other data, so that sixty products cost few requests. */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const programs = /^\.(php\d?|phtml|aspx?|ashx|jspx?|jsf|do|action|cgi|pl|py|rb|cfm|html?)$/i;

/** True for addresses that name a program or a page of their own by its file extension. */
export const looksLikeProgram = (url: URL): boolean =>
  programs.test(/\.[a-z0-9]+$/i.exec(url.pathname)?.[0] ?? '');

export function segmentShape(segment: string): string {
  const [, stem = segment, extension = ''] = /^(.*?)(\.[a-z][a-z0-9]{1,5})?$/i.exec(segment) ?? [];
  if (/^\d+$/.test(stem)) return `{n}${extension}`;
  if (uuid.test(stem) || /^(?=.*\d)[0-9a-f]{8,}$/i.test(stem)) return `{id}${extension}`;
  if (/^\d{4}-\d\d(-\d\d)?$/.test(stem)) return `{date}${extension}`;
  // Numbered names are kept apart: `Case12.jsp` does something else than `Case13.jsp`.
  if (/^[a-z]+[-_]?\d{1,6}$/i.test(stem) && !programs.test(extension))
    return stem.replace(/\d+/g, '{n}') + extension;
  if (stem.length > 15 && (stem.match(/[-_]/g)?.length ?? 0) >= 2) return `{slug}${extension}`;
  return segment;
}

function valueShape(value: string): string {
  if (value === '') return '';
  if (/^-?\d+([.,]\d+)?$/.test(value)) return '{n}';
  if (uuid.test(value) || /^(?=.*\d)[0-9a-f]{8,}$/i.test(value)) return '{id}';
  return /^[a-z_-]{1,20}$/i.test(value) ? value : '{v}';
}

export function urlShape(url: URL): string {
  const path = url.pathname.split('/').map(segmentShape).join('/');
  const query = [...url.searchParams].map(([name, value]) => `${name}=${valueShape(value)}`).sort();
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** A coarser group: everything in one folder, or one page with any values of its parameters. */
export function urlFamily(url: URL): string {
  if (url.search !== '') {
    const names = [...new Set(url.searchParams.keys())].sort().join('&');
    return `${url.pathname.split('/').map(segmentShape).join('/')}?${names}`;
  }
  const parts = url.pathname.split('/').map(segmentShape);
  const last = parts.pop() ?? '';
  const extension = /\.[a-z0-9]+$/i.exec(last)?.[0] ?? '';
  return last === '' ? `${parts.slice(0, -1).join('/')}/*/` : `${parts.join('/')}/*${extension}`;
}

/** Which asked parameters a page has, whatever their values: what the active checks need one example of. Names are not data here. */
export function parameterShape(url: URL): string {
  const path = url.pathname
    .split('/')
    .map((segment) => (/^\{(n|id|date)\}/.test(segmentShape(segment)) ? segmentShape(segment) : segment));
  return `${path.join('/')}?${[...new Set(url.searchParams.keys())].sort().join('&')}`;
}

/** The addresses that a crawl still has to read, and what it has learned about which of them are copies of one page. */

export type Item = { url: string; depth: number; assets: boolean };

/** With the groups it belongs to, worked out once: a queue is looked through often. */
type Waiting = Item & { keys: Keys };
type Keys = { shape: string; family: string; samples: number };

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
  const queue: Waiting[] = [];
  // Numbered neighbours (`case12.html`): perhaps copies, perhaps not. Read when nothing better is left.
  const later: Waiting[] = [];
  const groups = new Map<string, Group>();
  let skipped = 0;
  let dropped = 0;

  const groupOf = (key: string): Group => {
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { shapes: new Set(), read: 0, asked: 0, fresh: 0 }));
    return group;
  };
  const keysOf = (url: URL): Keys => ({
    shape: `shape ${urlShape(url)}`,
    family: `family ${urlFamily(url)}`,
    samples: looksLikeProgram(url) ? programSamples : familySamples,
  });

  /** A group that goes on bringing new forms and parameters is worth going on with. */
  const isSpent = ({ fresh, read }: Group) => fresh * 4 < read;

  function enoughOf({ shape, family, samples }: Keys): boolean {
    const one = groups.get(shape);
    if (one && isSpent(one) && one.read >= (one.shapes.size <= 1 ? shapeSamples : shapeMost)) return true;
    const group = groups.get(family);
    return (
      group !== undefined &&
      isSpent(group) &&
      group.read >= samples &&
      group.shapes.size <= Math.ceil(group.read / 4)
    );
  }

  /** While the samples of a template are on their way, more of it waits: they may turn out to be the same. */
  function waits({ shape, family, samples }: Keys): boolean {
    const isFull = (group: Group | undefined, most: number) =>
      group !== undefined && group.asked > 0 && group.asked + group.read >= most;
    return isFull(groups.get(shape), shapeSamples) || isFull(groups.get(family), samples);
  }

  function take(from: Waiting[]): Item | undefined {
    // Looking further than this for something that need not wait would cost more than waiting.
    for (let at = 0; at < Math.min(from.length, 500); at++) {
      const item = from[at]!;
      if (!item.assets && enoughOf(item.keys)) {
        skipped += 1;
        from.splice(at, 1);
        at -= 1;
      } else if (item.assets || !waits(item.keys)) {
        from.splice(at, 1);
        return item;
      }
    }
    return undefined;
  }

  return {
    add(item: Item): void {
      const url = new URL(item.url);
      const waiting = { ...item, keys: keysOf(url) };
      if (queue.length + later.length >= mostWaiting) dropped += 1;
      else if (!item.assets && /[a-z]\d|\d[a-z]/i.test(url.pathname)) later.push(waiting);
      else queue.push(waiting);
    },
    next: (): Item | undefined => take(queue) ?? (queue.length === 0 ? take(later) : undefined),
    asked(url: URL, by: 1 | -1): void {
      const { shape, family } = keysOf(url);
      for (const key of [shape, family]) groupOf(key).asked += by;
    },
    /** Remembers a page that was read. `fresh`: it brought a form or parameters not met before. */
    read(url: URL, shape: string, fresh: boolean): void {
      const keys = keysOf(url);
      for (const key of [keys.shape, keys.family]) {
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
