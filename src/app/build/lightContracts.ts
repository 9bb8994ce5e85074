import type { Plugin } from 'vite';

/** What only the server reads of a call; `reply` stays where it says that a file comes. */
const forTheServer = new Set([
  'summary',
  'body',
  'reply',
  'rate',
  'maxBytes',
  'module',
  'changes',
  'machine',
  'beforeSecondFactor',
]);

/** Stands for the schema library, which the browser build leaves out. */
const noSchemas = '\0no-schemas';

type Node = { type: string; start: number; end: number };
type Property = Node & { key: Node & { name?: string }; value: Node };
type Call = Node & { callee: Node & { name?: string }; arguments: (Node & { properties: Property[] })[] };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The objects that `endpoint` is called with, anywhere below a node. */
function declared(node: Node): Property[][] {
  const { callee, arguments: given } = node as Partial<Call>;
  const own =
    node.type === 'CallExpression' && callee?.name === 'endpoint' && given?.[0]?.type === 'ObjectExpression';
  const below = Object.values(node).flat<unknown[]>().filter(isNode).flatMap(declared);
  return own ? [given[0]!.properties, ...below] : below;
}

const isLeftOut = ({ type, key, value }: Property): boolean =>
  type === 'Property' &&
  forTheServer.has(key.name ?? '') &&
  !(key.name === 'reply' && value.type === 'Literal');

/** Whether evaluating a node calls something. */
const calls = (node: Node): boolean =>
  node.type === 'CallExpression' ||
  (!/Function/.test(node.type) && Object.values(node).flat<unknown[]>().filter(isNode).some(calls));

type Declaration = Node & { declarations?: { init: Node | null }[]; declaration?: Declaration | null };

/** Values of a module's constants that are made by calls, such as schemas. */
const builtConstants = (program: Node): Node[] =>
  (program as Node & { body: Declaration[] }).body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && calls(init) ? [init] : []));

type Edit = [at: number, end: number, text: string];

const edited = (code: string, edits: Edit[]): { code: string; map: null } => ({
  code: edits
    .sort(([one], [other]) => other - one)
    .reduce((rest, [at, end, text]) => rest.slice(0, at) + text + rest.slice(end), code),
  map: null,
});

/**
 * Leaves out of the browser build what only the server uses (docs/decisions/0008): of a contract everything but method, path
 * and refusals, and every schema. The build fails when browser code uses a schema.
 */
export const lightContracts = (): Plugin[] => [
  {
    name: 'light-contracts',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/modules\//, code: 'endpoint(' },
      handler(code) {
        return edited(
          code,
          declared(this.parse(code) as Node).flatMap((properties) =>
            properties.flatMap((property, at): Edit[] =>
              isLeftOut(property) ? [[property.start, properties[at + 1]?.start ?? property.end, '']] : [],
            ),
          ),
        );
      },
    },
  },
  {
    name: 'no-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^zod$/ }, handler: () => noSchemas },
    load: {
      filter: { id: /^\0no-schemas$/ },
      handler: () => ({
        code: "export const z = new Proxy({}, { get() { throw new Error('The browser has no schemas.'); } });",
        moduleSideEffects: false,
      }),
    },
  },
  {
    name: 'unused-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/src\//, code: /from ['"]zod['"]/ },
      // in a call marked as pure, a constant goes when nothing uses it
      handler(code) {
        return edited(
          code,
          builtConstants(this.parse(code) as Node).flatMap(({ start, end }): Edit[] => [
            [start, start, '/* @__PURE__ */ (() => ('],
            [end, end, '))()'],
          ]),
        );
      },
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && (chunk.modules[noSchemas]?.renderedLength ?? 0) > 0) {
          const all = Object.values(bundle).flatMap((one) =>
            one.type === 'chunk' ? Object.entries(one.modules) : [],
          );
          const users = all.filter(
            ([id, { code }]) => id !== noSchemas && /\bz(?:\$\d+)?\.[a-z]/.test(code ?? ''),
          );
          this.error(`Browser code uses a schema, in ${users.map(([id]) => id).join(', ')}.`);
        }
    },
  },
];
