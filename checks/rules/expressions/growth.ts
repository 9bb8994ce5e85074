import { automatonOf, guard, isLineEnd, type Automaton, type Edge } from './automaton.ts';

/** How the time of an expression grows with its text; `pump` is the text that, repeated, makes it grow. */
export type Growth = { kind: 'linear' } | { kind: 'polynomial' | 'exponential'; pump: string };

const isWord = (char: string) => /\w/.test(char);

class Ways {
  private readonly word: boolean[];
  private readonly lineEnd: boolean[];
  readonly size: number;
  readonly automaton: Automaton;
  /** For each letter and sample, the ways that may be taken by reading that sample. */
  private readonly table: (Edge[] | undefined)[] = [];
  constructor(automaton: Automaton) {
    this.automaton = automaton;
    this.word = automaton.alphabet.map(isWord);
    this.lineEnd = automaton.alphabet.map(isLineEnd);
    this.size = automaton.letters.length;
  }

  private holds(kind: number, a: number, b: number): boolean {
    if (kind === 0) return true;
    if (kind & (guard.start | guard.end)) return false;
    if (kind & guard.boundary && this.word[a] === this.word[b]) return false;
    if (kind & guard.noBoundary && this.word[a] !== this.word[b]) return false;
    if (kind & guard.lineStart && !this.lineEnd[a]) return false;
    if (kind & guard.lineEnd && !this.lineEnd[b]) return false;
    return this.automaton.neighbors.every(
      ({ before, negate, letter }, n) =>
        !(kind & (guard.own << n)) || Boolean(letter[before ? a : b]) !== negate,
    );
  }

  /** Ways from the letter `from`, which read `a`, that read `b`. */
  next(from: number, a: number, b: number): Edge[] {
    const { letters, edges, alphabet } = this.automaton;
    const by = (this.table[from * alphabet.length + b] ??= edges[from]!.filter(({ to }) => letters[to]![b]));
    return by.some((edge) => edge.guard) ? by.filter((edge) => this.holds(edge.guard, a, b)) : by;
  }
}

/** Groups of letters that lead back to themselves. */
function loopsOf(edges: Edge[][], counted: boolean): number[][] {
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const on = new Set<number>();
  const loops: number[][] = [];
  // Without recursion: an alternation of hundreds of words is deep.
  for (let root = 0; root < edges.length; root++) {
    if (index.has(root)) continue;
    const work: { at: number; next: number }[] = [{ at: root, next: 0 }];
    while (work.length) {
      const top = work.at(-1)!;
      const { at } = top;
      if (top.next === 0) {
        index.set(at, index.size);
        low.set(at, index.get(at)!);
        stack.push(at);
        on.add(at);
      }
      const edge = edges[at]![top.next++];
      if (edge) {
        if (edge.counted && !counted) continue;
        if (!index.has(edge.to)) work.push({ at: edge.to, next: 0 });
        else if (on.has(edge.to)) low.set(at, Math.min(low.get(at)!, index.get(edge.to)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.at;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(at)!));
      if (low.get(at) !== index.get(at)) continue;
      const group = stack.splice(stack.indexOf(at));
      for (const one of group) on.delete(one);
      if (group.length > 1 || edges[at]!.some((one) => one.to === at && (counted || !one.counted)))
        loops.push(group);
    }
  }
  return loops;
}

/** Two ways through one loop that read the same text: each round doubles the number of ways. */
function exponentialPump(ways: Ways, loop: number[], doubled: Set<number>): string | null {
  const { size, automaton } = ways;
  const inLoop = new Set(loop);
  for (const at of loop)
    for (const edge of automaton.edges[at]!)
      if (inLoop.has(edge.to) && doubled.has(at * size + edge.to)) {
        const b = automaton.letters[edge.to]!.indexOf(1);
        if (b >= 0) return automaton.alphabet[b]!;
      }
  const symbols = automaton.alphabet.length;
  for (const start of loop)
    for (let first = 0; first < symbols; first++) {
      if (!automaton.letters[start]![first]) continue;
      // (x, y, parted): both ways began at `start` and read the same; at the end they meet there again.
      const seen = new Map<number, { from: number; symbol: number }>();
      const key = (x: number, y: number, parted: boolean, symbol: number) =>
        ((x * size + y) * 2 + Number(parted)) * symbols + symbol;
      const begin = key(start, start, false, first);
      const goal = key(start, start, true, first);
      const queue: [number, number, boolean, number][] = [[start, start, false, first]];
      seen.set(begin, { from: -1, symbol: first });
      for (const [x, y, parted, a] of queue) {
        for (let b = 0; b < symbols; b++)
          for (const { to: x2 } of ways.next(x, a, b)) {
            if (!inLoop.has(x2)) continue;
            for (const { to: y2 } of ways.next(y, a, b)) {
              if (!inLoop.has(y2)) continue;
              const now = parted || x2 !== y2;
              const code = key(x2, y2, now, b);
              if (seen.has(code)) continue;
              seen.set(code, { from: key(x, y, parted, a), symbol: b });
              if (code === goal) return pumpOf(seen, goal, begin, automaton);
              queue.push([x2, y2, now, b]);
            }
          }
      }
    }
  return null;
}

function pumpOf(
  seen: Map<number, { from: number; symbol: number }>,
  goal: number,
  begin: number,
  { alphabet }: Automaton,
): string {
  let text = '';
  for (let code = goal; code !== begin || text === '';) {
    const { from, symbol } = seen.get(code)!;
    text = alphabet[symbol]! + text;
    code = from;
    if (code === begin) break;
  }
  return text;
}

/**
 * Two loops, one after the other, that read the same text, and text on the way from the one to the other as well: each
 * place may be where the first ends and the second begins.
 */
function polynomialPump(ways: Ways, p: number, q: number, loop: number[], leads: Set<number>): string | null {
  const { size, automaton } = ways;
  const symbols = automaton.alphabet.length;
  for (let first = 0; first < symbols; first++) {
    if (!automaton.letters[p]![first] || !automaton.letters[q]![first]) continue;
    const key = (x: number, y: number, z: number, symbol: number) =>
      ((x * size + y) * size + z) * symbols + symbol;
    const begin = key(p, p, q, first);
    const goal = key(p, q, q, first);
    const seen = new Map([[begin, { from: -1, symbol: first }]]);
    const queue: [number, number, number, number][] = [[p, p, q, first]];
    for (const [x, y, z, a] of queue)
      for (let b = 0; b < symbols; b++) {
        const xs = ways.next(x, a, b).filter((edge) => !edge.counted && loop[edge.to] === loop[p]);
        if (!xs.length) continue;
        const zs = ways.next(z, a, b).filter((edge) => !edge.counted && loop[edge.to] === loop[q]);
        if (!zs.length) continue;
        for (const { to: y2 } of ways.next(y, a, b)) {
          if (!leads.has(y2)) continue;
          for (const { to: x2 } of xs)
            for (const { to: z2 } of zs) {
              const code = key(x2, y2, z2, b);
              if (seen.has(code)) continue;
              seen.set(code, { from: key(x, y, z, a), symbol: b });
              if (code === goal) return pumpOf(seen, goal, begin, automaton);
              queue.push([x2, y2, z2, b]);
            }
        }
      }
  }
  return null;
}

/**
 * How the time that a backtracking engine needs for `source` grows, at worst, with the length of the text. Errs on one
 * side only: what it calls linear is linear, what it calls worse may be better, where counts or assertions rule it out.
 */
export function growthOf(source: string, flags: string): Growth {
  const automaton = automatonOf(source, flags);
  const ways = new Ways(automaton);
  const doubled = new Set(automaton.doubled.map(([from, to]) => from * ways.size + to));
  for (const loop of loopsOf(automaton.edges, true)) {
    const pump = exponentialPump(ways, loop, doubled);
    if (pump !== null) return { kind: 'exponential', pump };
  }
  // Where the whole expression has matched, nothing read before is tried again: such letters part what lies around them.
  const edges = automaton.edges.map((list) => list.filter(({ to }) => !automaton.done[to]));
  const open = new Ways({ ...automaton, edges });
  const loop: number[] = [];
  for (const [id, letters] of loopsOf(edges, false).entries()) for (const at of letters) loop[at] = id;
  const looping = Object.keys(loop).map(Number);
  for (const q of looping) {
    const leads = leadingTo(q, edges);
    for (const p of looping) {
      const pump = p === q || !leads.has(p) ? null : polynomialPump(open, p, q, loop, leads);
      if (pump !== null) return { kind: 'polynomial', pump };
    }
  }
  return { kind: 'linear' };
}

/** Letters from which `goal` can be reached. */
function leadingTo(goal: number, edges: Edge[][]): Set<number> {
  const before: number[][] = edges.map(() => []);
  for (const [from, ways] of edges.entries()) for (const { to } of ways) before[to]!.push(from);
  const found = new Set([goal]);
  for (const at of found) for (const from of before[at]!) found.add(from);
  return found;
}
