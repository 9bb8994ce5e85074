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

/** Removes from contracts in the browser build what only the server reads, and with it their schemas (docs/decisions/0008). */
export const lightContracts = (): Plugin => ({
  name: 'light-contracts',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/modules\//, code: 'endpoint(' },
    handler(code) {
      const left = declared(this.parse(code) as Node)
        .flatMap((properties) =>
          properties
            .map((property, at) => ({ property, end: properties[at + 1]?.start ?? property.end }))
            .filter((one) => isLeftOut(one.property)),
        )
        .sort((one, other) => other.property.start - one.property.start);
      return {
        code: left.reduce((rest, { property, end }) => rest.slice(0, property.start) + rest.slice(end), code),
        map: null,
      };
    },
  },
});
