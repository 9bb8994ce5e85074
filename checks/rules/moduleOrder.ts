/** An import that crosses from one module into another. */
export type Crossing = { from: string; to: string; file: string; target: string };

type Edges = Map<string, Map<string, string[]>>;

/** The shortest way along imports from a module back to itself; null where there is none. */
function circleThrough(edges: Edges, start: string): string[] | null {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways)
    for (const next of edges.get(way.at(-1)!)?.keys() ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return null;
}

/** The edges of a circle, the one with the fewest imports first: most likely the one that does not belong there. */
const edgesOf = (edges: Edges, circle: readonly string[]) =>
  circle
    .slice(1)
    .map((to, i) => ({ from: circle[i]!, to, imports: edges.get(circle[i]!)!.get(to)! }))
    .toSorted((one, other) => one.imports.length - other.imports.length);

/**
 * Modules in the order that their imports give them, and what keeps them from having one.
 * @returns `layers` from the ground up, each importing only from those below; `circles` as text with the imports that close
 *   them, for so few edges that without them there would be none
 */
export function orderModules(
  modules: readonly string[],
  crossings: readonly Crossing[],
): { layers: string[][]; circles: string[] } {
  const edges: Edges = new Map(modules.map((module) => [module, new Map<string, string[]>()]));
  for (const { from, to, file, target } of crossings) {
    const targets = edges.get(from)!;
    targets.set(to, [...(targets.get(to) ?? []), `${file} → ${target}`]);
  }
  const circles: string[] = [];
  for (;;) {
    const [circle] = modules
      .map((module) => circleThrough(edges, module))
      .filter((found) => found !== null)
      .toSorted((one, other) => one.length - other.length);
    if (!circle) break;
    const [lightest, ...others] = edgesOf(edges, circle);
    circles.push(
      [
        `${circle.join(' → ')}: turn one of these round, best the first`,
        ...lightest!.imports.map((one) => `  ${one}`),
        ...others.map(({ from, to, imports }) => `  (${from} → ${to}: ${imports.length}, as ${imports[0]})`),
      ].join('\n'),
    );
    edges.get(lightest!.from)!.delete(lightest!.to);
  }
  const layers: string[][] = [];
  const left = new Set(modules);
  while (left.size > 0) {
    const layer = [...left].filter((module) => ![...edges.get(module)!.keys()].some((to) => left.has(to)));
    for (const module of layer) left.delete(module);
    layers.push(layer);
  }
  return { layers, circles };
}
