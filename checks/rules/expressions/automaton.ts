import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** What must hold between two neighboring letters; the bits from `own` on are the expression's own. */
export const guard = {
  boundary: 1,
  noBoundary: 2,
  lineStart: 4,
  lineEnd: 8,
  start: 16,
  end: 32,
  own: 64,
} as const;

/** An assertion about one neighboring letter, such as `(?<!x)`. */
export type Neighbor = { before: boolean; negate: boolean; letter: Uint8Array };
const mostNeighbors = 16;

/** A way from one letter of the expression to the next; `counted` ways repeat a limited number of times only. */
export type Edge = { to: number; guard: number; counted: boolean };

/** An expression as letters and the ways between them. Letter 0 is what a search skips. */
export type Automaton = {
  /** Sample characters: any other character behaves like one of them. */
  alphabet: string[];
  /** For each letter of the expression, which samples it matches. */
  letters: Uint8Array[];
  edges: Edge[][];
  neighbors: Neighbor[];
  /** Letters after which the whole expression has matched, whatever follows. */
  done: boolean[];
  /** Two ways between the same letters inside a loop. */
  doubled: [number, number][];
};

export const isLineEnd = (char: string): boolean => /[\n\r\u2028\u2029]/.test(char);

/** The analysis does not cover the expression. */
export class Unsupported extends Error {}

/** Repeats of more than this many times are as good as endless; those of fewer than `fewest` are written out. */
const endless = 4000;
const fewest = 6;
const mostLetters = 3000;

type Way = { at: number; guard: number };
/** A part of the expression: where it begins and ends, and under which conditions it matches nothing. */
type Part = { first: Way[]; last: Way[]; empty: number[] };

const none: Part = { first: [], last: [], empty: [0] };
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code));
const others = ['\u00a0', 'é', 'ſ', '\u212a', 'ß', 'Ω', '\u2028', '\ufeff', '\u4e2d', '\ud800', '\uffff'];

function unique(ways: Way[]): Way[] {
  const seen = new Map(ways.map((way) => [`${way.at} ${way.guard}`, way]));
  return [...seen.values()];
}

class Builder {
  readonly letters: Uint8Array[] = [];
  readonly edges: Edge[][] = [];
  readonly doubled: [number, number][] = [];
  readonly neighbors: Neighbor[] = [];
  readonly samples: string[];
  private readonly known = new Map<string, Uint8Array>();
  private readonly flags: string;

  constructor(source: string, flags: string) {
    this.flags = flags.replace(/[gyd]/g, '');
    const own = [
      ...source,
      ...[...source.matchAll(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi)].map((m) =>
        String.fromCodePoint(parseInt(m[1] ?? m[2]!, 16)),
      ),
    ];
    const near = own
      .flatMap((char) => [-1, 0, 1].map((step) => char.codePointAt(0)! + step))
      .filter((code) => code >= 128 && code < 0x11_0000);
    this.samples = [
      ...new Set([...ascii, ...others, ...near.map((code) => String.fromCodePoint(code))]),
    ].filter((char) => char.length === 1 || /[uv]/.test(flags));
  }

  private setOf(raw: string): Uint8Array {
    let set = this.known.get(raw);
    if (!set) {
      const pattern = new RegExp(`^(?:${raw})$`, this.flags.replace('m', ''));
      set = Uint8Array.from(this.samples, (char) => Number(pattern.test(char)));
      this.known.set(raw, set);
    }
    return set;
  }

  private letter(raw: string): number {
    this.letters.push(this.setOf(raw));
    this.edges.push([]);
    if (this.letters.length > mostLetters) throw new Unsupported(`more than ${mostLetters} letters`);
    return this.letters.length - 1;
  }

  any(): number {
    return this.letter('[^]');
  }

  join(from: Way[], to: Way[], counted: boolean, loop = false): void {
    for (const { at, guard: before } of from)
      for (const { at: next, guard: after } of to) {
        const edge = { to: next, guard: before | after, counted };
        const same = this.edges[at]!.find((one) => one.to === next && one.guard === edge.guard);
        if (!same) this.edges[at]!.push(edge);
        else {
          if (loop) this.doubled.push([at, next]);
          same.counted &&= counted;
        }
      }
  }

  private sequence(parts: (() => Part)[]): Part {
    let whole = none;
    for (const make of parts) {
      const part = make();
      this.join(whole.last, part.first, false);
      whole = {
        first: unique([
          ...whole.first,
          ...whole.empty.flatMap((given) => part.first.map((way) => ({ ...way, guard: way.guard | given }))),
        ]),
        last: unique([
          ...part.last,
          ...part.empty.flatMap((given) => whole.last.map((way) => ({ ...way, guard: way.guard | given }))),
        ]),
        empty: [...new Set(whole.empty.flatMap((one) => part.empty.map((other) => one | other)))],
      };
    }
    return whole;
  }

  private either(parts: Part[]): Part {
    return {
      first: unique(parts.flatMap((part) => part.first)),
      last: unique(parts.flatMap((part) => part.last)),
      empty: [...new Set(parts.flatMap((part) => part.empty))],
    };
  }

  private loop(make: () => Part, counted: boolean): Part {
    const part = make();
    this.join(part.last, part.first, counted, true);
    return part;
  }

  private repeat(node: AST.Quantifier): Part {
    const { min, max } = node;
    const make = () => this.part(node.element);
    const optional = (part: Part): Part => ({ ...part, empty: [...new Set([...part.empty, 0])] });
    if (max === 0) return none;
    if (max <= fewest) {
      let rest = (): Part => none;
      for (let n = max; n > 0; n--) {
        const tail = rest;
        rest = n > min ? () => optional(this.sequence([make, tail])) : () => this.sequence([make, tail]);
      }
      return rest();
    }
    const counted = max <= endless;
    const last = () => this.loop(make, counted);
    const hasLoop = counted && /[*+]|,\}/.test(node.element.raw);
    // Several rounds hold a loop each: two of them and what lies between stand for all.
    const rounds = hasLoop ? [() => optional(make()), () => optional(this.loop(make, true)), make] : [last];
    // Only after enough rounds has it matched.
    const whole = this.sequence(min > 1 ? [() => this.loop(make, true), ...rounds] : rounds);
    return min === 0 ? optional(whole) : whole;
  }

  /** What an assertion reads is read again by what follows it. */
  private aside(node: AST.LookaroundAssertion): Part {
    const [only, ...more] = node.alternatives.flatMap(({ elements }) => elements);
    const isLetter =
      only && only.type.startsWith('Character') && more.length === 0 && node.alternatives.length === 1;
    if (isLetter && this.neighbors.length < mostNeighbors) {
      this.neighbors.push({
        before: node.kind === 'lookbehind',
        negate: node.negate,
        letter: this.setOf(only.raw),
      });
      return { ...none, empty: [guard.own << (this.neighbors.length - 1)] };
    }
    if (node.kind === 'lookbehind') {
      if (/[*+]|,\}/.test(node.raw.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x')))
        throw new Unsupported('a lookbehind without end');
      return none;
    }
    const inside = this.either(node.alternatives.map((one) => this.alternative(one)));
    return { first: inside.first, last: [], empty: [0] };
  }

  private part(node: AST.Element): Part {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.either(node.alternatives.map((one) => this.alternative(one)));
      case 'Quantifier':
        return this.repeat(node);
      case 'Assertion': {
        if (node.kind === 'lookahead' || node.kind === 'lookbehind') return this.aside(node);
        const many = this.flags.includes('m');
        const kind =
          node.kind === 'word'
            ? node.negate
              ? guard.noBoundary
              : guard.boundary
            : node.kind === 'start'
              ? many
                ? guard.lineStart
                : guard.start
              : many
                ? guard.lineEnd
                : guard.end;
        return { ...none, empty: [kind] };
      }
      case 'Backreference': {
        if (Array.isArray(node.resolved)) throw new Unsupported('a reference to several groups');
        // Any text that the group could have matched.
        return this.either(node.resolved.alternatives.map((one) => this.alternative(one)));
      }
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet': {
        const at = this.letter(node.raw);
        return { first: [{ at, guard: 0 }], last: [{ at, guard: 0 }], empty: [] };
      }
      default:
        throw new Unsupported(node.type);
    }
  }

  alternative(node: AST.Alternative): Part {
    return this.sequence(node.elements.map((element) => () => this.part(element)));
  }
}

/** Reads an expression. Throws `Unsupported` for what the analysis does not know, and a SyntaxError for what is none. */
export function automatonOf(source: string, flags: string): Automaton {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const builder = new Builder(source, flags);
  const skipped = [{ at: builder.any(), guard: 0 }];
  const parts = pattern.alternatives.map((one) => builder.alternative(one));
  if (!flags.includes('y')) {
    builder.join(skipped, skipped, false);
    builder.join(
      skipped,
      parts.flatMap(({ first }) => first),
      false,
    );
  }
  const isDone = ({ at, guard: given }: Way): boolean => {
    if (given === 0) return true;
    // What takes every letter up to the end, or to the end of the line, gets there.
    const others = builder.samples.filter((_char, n) => !builder.letters[at]![n]);
    const repeats = builder.edges[at]!.some((edge) => edge.to === at && edge.guard === 0 && !edge.counted);
    return (
      repeats &&
      (given === guard.end ? others.length === 0 : given === guard.lineEnd && others.every(isLineEnd))
    );
  };
  const done = builder.letters.map(() => false);
  for (const { last } of parts) for (const way of last) if (isDone(way)) done[way.at] = true;
  const { samples, letters, neighbors } = builder;
  // Samples that no letter tells apart count once.
  const kinds = new Map<string, number>();
  for (const [n, char] of samples.entries()) {
    const key = `${/\w/.test(char)}${isLineEnd(char)}${[...letters, ...neighbors.map(({ letter }) => letter)].map((set) => set[n]).join('')}`;
    if (!kinds.has(key)) kinds.set(key, n);
  }
  const kept = [...kinds.values()];
  const reduced = (set: Uint8Array) => Uint8Array.from(kept, (n) => set[n]!);
  return {
    alphabet: kept.map((n) => samples[n]!),
    letters: letters.map(reduced),
    edges: builder.edges,
    neighbors: neighbors.map((one) => ({ ...one, letter: reduced(one.letter) })),
    done,
    doubled: builder.doubled,
  };
}
