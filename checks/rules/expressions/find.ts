import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

/** One regular expression of the source; `holes` are the parts that only a running program knows. */
export type Expression = { place: string; file: string; source: string; flags: string; holes: string[] };

export type Node = { type: string; start: number; [key: string]: unknown };
type Module = {
  file: string;
  text: string;
  constants: Map<string, Node>;
  imports: Map<string, { file: string; name: string }>;
  nodes: Node[];
};

const isTest = /\.test\.tsx?$|\/testing\//;

/** Every program file below `root` that is not part of a test. */
export const programFiles = (root = 'src'): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(root, name.replaceAll(path.sep, '/')))
    .filter(
      (file) =>
        /\.(?:tsx?|mjs|js)$/.test(file) &&
        !file.endsWith('.d.mts') &&
        !isTest.test(file) &&
        statSync(file).isFile(),
    )
    .toSorted();

const children = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) =>
    [node[key]].flat().filter((child): child is Node => child !== null && typeof child === 'object'),
  );

export function walk(node: Node, nodes: Node[] = []): Node[] {
  nodes.push(node);
  for (const child of children(node)) walk(child, nodes);
  return nodes;
}

const modules = new Map<string, Module>();

function readModule(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  const nodes = walk(program as unknown as Node);
  const constants = new Map<string, Node>();
  const imports: Module['imports'] = new Map();
  const twice = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') {
      const { name } = node['id'] as { name?: string };
      if (!name) continue;
      // A name that two functions give to different things stands for neither.
      if (constants.has(name)) twice.add(name);
      if (node['init']) constants.set(name, node['init'] as Node);
    }
    if (node.type === 'ImportDeclaration') {
      const from = (node['source'] as { value: string }).value;
      const target = from.startsWith('#db/')
        ? `db/${from.slice(4)}`
        : from.startsWith('#')
          ? `src/${from.slice(1)}`
          : path.posix.join(path.posix.dirname(file), from);
      if (!/^[#.]/.test(from) || !/\.(?:tsx?|mjs)$/.test(target)) continue;
      for (const one of node['specifiers'] as { local: { name: string }; imported?: { name: string } }[])
        if (one.imported) imports.set(one.local.name, { file: target, name: one.imported.name });
    }
  }
  for (const name of twice) constants.delete(name);
  const module = { file, text, constants, imports, nodes };
  modules.set(file, module);
  return module;
}

type Regex = { source: string; flags: string };
type Value = string | string[] | Regex | null;
const asText = (value: Value): string | null => (typeof value === 'string' ? value : null);
const asRegex = (value: Value): Regex | null =>
  value && typeof value === 'object' && 'source' in value ? value : null;

function composedValue(node: Node, module: Module): Value {
  const { text, holes } = textOf(node, module);
  return holes.length ? null : text;
}

/** How each kind of expression comes to its value. */
const values: Record<string, (node: Node, module: Module) => Value> = {
  Literal: ({ regex, value }) => {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
    if (regex) return { source: pattern!, flags: flags! };
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  },
  TSAsExpression: (node, module) => valueOf(node['expression'] as Node, module),
  ParenthesizedExpression: (node, module) => valueOf(node['expression'] as Node, module),
  Identifier: (node, module) => {
    const name = node['name'] as string;
    const local = module.constants.get(name);
    if (local) return valueOf(local, module);
    const from = module.imports.get(name);
    if (!from) return null;
    const other = readModule(from.file);
    const there = other.constants.get(from.name);
    return there ? valueOf(there, other) : null;
  },
  ArrayExpression: (node, module) => {
    const texts = (node['elements'] as Node[]).map((one) => asText(valueOf(one, module)));
    return texts.includes(null) ? null : (texts as string[]);
  },
  MemberExpression: (node, module) => {
    const regex = asRegex(valueOf(node['object'] as Node, module));
    const { name } = node['property'] as { name?: string };
    return regex && (name === 'source' || name === 'flags') ? regex[name] : null;
  },
  CallExpression: (node, module) => {
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression' || (callee['property'] as { name?: string }).name !== 'join')
      return null;
    const list = valueOf(callee['object'] as Node, module);
    const by = asText(valueOf((node['arguments'] as Node[])[0]!, module));
    return Array.isArray(list) && by !== null ? list.join(by) : null;
  },
  NewExpression: (node, module) => {
    const regex = compiled(node, module);
    return regex && !regex.holes.length ? { source: regex.source, flags: regex.flags } : null;
  },
  TemplateLiteral: composedValue,
  TaggedTemplateExpression: composedValue,
  BinaryExpression: composedValue,
};

/** What a constant expression comes to: a text, a list of texts or a regular expression; null where only a run can say. */
const valueOf = (node: Node, module: Module): Value => values[node.type]?.(node, module) ?? null;

const composed = new Set(['TemplateLiteral', 'TaggedTemplateExpression', 'BinaryExpression']);

/** A text put together; what only a run can say is one letter in it and is named in `holes`. */
function textOf(node: Node, module: Module): { text: string; holes: string[] } {
  const whole = composed.has(node.type) ? null : asText(valueOf(node, module));
  if (whole !== null) return { text: whole, holes: [] };
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [textOf(node['left'] as Node, module), textOf(node['right'] as Node, module)];
    return { text: left.text + right.text, holes: [...left.holes, ...right.holes] };
  }
  const isRaw =
    node.type === 'TaggedTemplateExpression' && (node['tag'] as Node)['type'] === 'MemberExpression';
  const template = isRaw ? (node['quasi'] as Node) : node;
  if (template.type !== 'TemplateLiteral')
    return { text: 'x', holes: [module.text.slice(node.start, node['end'] as number)] };
  const quasis = template['quasis'] as { value: { raw: string; cooked: string } }[];
  const parts = (template['expressions'] as Node[]).map((one) => textOf(one, module));
  return {
    text: quasis.map(({ value }, n) => (isRaw ? value.raw : value.cooked) + (parts[n]?.text ?? '')).join(''),
    holes: parts.flatMap((part) => part.holes),
  };
}

function compiled(node: Node, module: Module): { source: string; flags: string; holes: string[] } | null {
  const [pattern, given] = node['arguments'] as Node[];
  if (!pattern) return null;
  const regex = asRegex(valueOf(pattern, module));
  const flags = given ? asText(valueOf(given, module)) : null;
  if (regex) return { source: regex.source, flags: flags ?? regex.flags, holes: [] };
  const { text, holes } = textOf(pattern, module);
  return { source: text, flags: flags ?? '', holes };
}

const compilers = new Set(['match', 'matchAll', 'search']);

/** The regular expressions of one file: literals, `RegExp(…)`, and texts that `match` and `search` compile. */
export function expressionsOf(file: string): Expression[] {
  const module = readModule(file);
  const lineOf = (at: number) => module.text.slice(0, at).split('\n').length;
  return module.nodes.flatMap((node) => {
    const place = () => `${file}:${lineOf(node.start)}`;
    if (node.type === 'Literal' && node['regex']) {
      const { pattern, flags } = node['regex'] as { pattern: string; flags: string };
      return [{ place: place(), file, source: pattern, flags, holes: [] }];
    }
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return [];
    const callee = node['callee'] as Node & { name?: string; property?: { name?: string } };
    if (callee.name === 'RegExp') {
      const made = compiled(node, module);
      return made ? [{ place: place(), file, ...made }] : [];
    }
    const [first] = node['arguments'] as Node[];
    if (callee.type !== 'MemberExpression' || !compilers.has(callee.property?.name ?? '') || !first)
      return [];
    const text =
      first.type === 'Literal' || first.type === 'TemplateLiteral' ? asText(valueOf(first, module)) : null;
    return text === null ? [] : [{ place: place(), file, source: text, flags: '', holes: [] }];
  });
}
