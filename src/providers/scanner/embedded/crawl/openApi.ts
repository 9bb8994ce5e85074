import { parse as parseYaml } from 'yaml';
import type { HttpMethod } from '#probes/http/answer.ts';
import type { Json, RequestBody, SiteRequest } from '../points/point.ts';
import { sampleFile, sampleValue } from '../points/fields.ts';

/** Reads the descriptions with which programming interfaces introduce themselves: OpenAPI 3 and Swagger 2. */

export type Node = { [key: string]: unknown };

const mostCalls = 400;
const deepest = 6;
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A description as it stands in an answer; null when the text is none. Aliases of YAML are not unfolded without end. */
export function readDescription(body: string): Node | null {
  if (body.length > 5_000_000 || !/["']?(openapi|swagger)["']?\s*:/.test(body.slice(0, 200_000))) return null;
  try {
    const root: unknown = /^\s*\{/.test(body) ? JSON.parse(body) : parseYaml(body, { maxAliasCount: 50 });
    return isNode(root) && isNode(root.paths) && (text(root.openapi) !== '' || text(root.swagger) !== '')
      ? root
      : null;
  } catch {
    return null;
  }
}

export function makeResolver(root: Node) {
  return function resolve(value: unknown, depth = 0): Node {
    if (!isNode(value)) return {};
    const reference = text(value.$ref);
    if (reference === '' || depth > 10) return value;
    if (!reference.startsWith('#/')) return {};
    let at: unknown = root;
    for (const part of reference.slice(2).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      at = isNode(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    }
    return resolve(at, depth + 1);
  };
}

const formats: Record<string, string> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};

type Resolve = (value: unknown) => Node;

function merged(parts: readonly unknown[], resolve: Resolve, name: string, depth: number): Json {
  const whole: { [key: string]: Json } = {};
  for (const part of parts) {
    const value = sample(resolve(part), resolve, name, depth);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) Object.assign(whole, value);
  }
  return whole;
}

function typeOf({ type, properties }: Node): string {
  const named = Array.isArray(type) ? text(type.find((one) => one !== 'null')) : text(type);
  return named === 'array' || !isNode(properties) ? named : 'object';
}

const givenIn = (schema: Node) =>
  schema.example ?? schema.default ?? list(schema.enum)[0] ?? list(schema.examples)[0];

function sample(schema: Node, resolve: Resolve, name: string, depth = 0): Json {
  const given = givenIn(schema);
  if (given !== undefined) return given as Json;
  const isDeep = depth >= deepest;
  const all = list(schema.allOf);
  if (!isDeep && all.length > 0) return merged(all, resolve, name, depth + 1);
  const [variant] = [...list(schema.oneOf), ...list(schema.anyOf)];
  if (!isDeep && variant !== undefined) return sample(resolve(variant), resolve, name, depth + 1);
  switch (typeOf(schema)) {
    case 'array':
      return isDeep ? [] : [sample(resolve(schema.items), resolve, name, depth + 1)];
    case 'object':
      if (isDeep || !isNode(schema.properties)) return {};
      return Object.fromEntries(
        Object.entries(schema.properties)
          .slice(0, 40)
          .map(([key, value]) => [key, sample(resolve(value), resolve, key, depth + 1)]),
      );
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
  }
  const format = text(schema.format);
  if (format === 'uuid') return '3f2b8c1e-6a4d-4f7b-9c0a-1d2e3f405162';
  return sampleValue({ name, type: formats[format] ?? 'text', value: '' });
}

const asText = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Where the calls go: the first server or base path, on the website itself when the description names another machine. */
export function rootOf(root: Node, at: URL): URL {
  const server = isNode(list(root.servers)[0]) ? text((list(root.servers)[0] as Node).url) : '';
  const named = server !== '' ? server.replace(/\{[^{}]*\}/g, '') : text(root.basePath) || '/';
  try {
    const url = new URL(named, at);
    return new URL(url.pathname.replace(/\/?$/, '/'), at.origin);
  } catch {
    return new URL('/', at);
  }
}

function bodyOf(
  operation: Node,
  parameters: readonly Node[],
  resolve: (value: unknown) => Node,
): RequestBody | undefined {
  const content = resolve(operation.requestBody).content;
  if (isNode(content)) {
    const [type, media] =
      Object.entries(content).find(([name]) => /json/.test(name)) ?? Object.entries(content)[0] ?? [];
    if (type === undefined || !isNode(media)) return undefined;
    const value = (media.example as Json | undefined) ?? sample(resolve(media.schema), resolve, '');
    return bodyAs(type, value, resolve(media.schema));
  }
  const inBody = parameters.find((parameter) => parameter.in === 'body');
  if (inBody) return { kind: 'json', value: sample(resolve(inBody.schema), resolve, text(inBody.name)) };
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return undefined;
  if (fields.some((field) => field.type === 'file'))
    return {
      kind: 'multipart',
      parts: fields.map((field) =>
        field.type === 'file'
          ? { name: text(field.name), ...sampleFile({}) }
          : { name: text(field.name), value: asText(sample(field, resolve, text(field.name))) },
      ),
    };
  return {
    kind: 'form',
    fields: fields.map(
      (field) => [text(field.name), asText(sample(field, resolve, text(field.name)))] as const,
    ),
  };
}

function bodyAs(type: string, value: Json, schema: Node): RequestBody | undefined {
  if (/json/.test(type)) return { kind: 'json', value };
  const members =
    value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  if (/x-www-form-urlencoded/.test(type))
    return { kind: 'form', fields: members.map(([name, item]) => [name, asText(item)] as const) };
  if (/multipart/.test(type)) {
    const isFile = (name: string) =>
      isNode(schema.properties) &&
      isNode(schema.properties[name]) &&
      schema.properties[name].format === 'binary';
    return {
      kind: 'multipart',
      parts: members.map(([name, item]) =>
        isFile(name) ? { name, ...sampleFile({}) } : { name, value: asText(item) },
      ),
    };
  }
  if (/xml/.test(type))
    return {
      kind: 'text',
      mediaType: 'application/xml',
      text: `<?xml version="1.0"?><request>${members.map(([name, item]) => `<${name}>${asText(item).replace(/[<>&]/g, '')}</${name}>`).join('')}</request>`,
    };
  return undefined;
}

/** Names alike in descriptions and answers: `petId`, `pet_id`. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Values that answers of an interface hold, by the names they stand under; the first of each name. */
export function valuesIn(answers: readonly Json[]): ReadonlyMap<string, string> {
  const met = new Map<string, string>();
  const visit = (value: Json, name: string, depth: number) => {
    if (met.size >= 500 || depth > 6) return;
    if (Array.isArray(value)) for (const item of value.slice(0, 3)) visit(item, name, depth + 1);
    else if (value !== null && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) visit(item, bare(key), depth + 1);
    else if (name !== '' && value !== null && String(value).length <= 200 && !met.has(name))
      met.set(name, String(value));
  };
  for (const answer of answers) visit(answer, '', 0);
  return met;
}

/**
 * Every call of a description as a request that can be sent. `at` is the address of the description, `met` what
 * answers hold: a name that exists leads further than one that is made up.
 */
export function callsOf(root: Node, at: string, met: ReadonlyMap<string, string> = new Map()): SiteRequest[] {
  const resolve = makeResolver(root);
  const base = rootOf(root, new URL(at));
  const calls: SiteRequest[] = [];
  for (const [path, given] of Object.entries(root.paths as Node)) {
    const item = resolve(given);
    for (const method of methods) {
      if (!isNode(item[method]) || calls.length >= mostCalls) continue;
      const operation = item[method];
      const parameters = [...list(item.parameters), ...list(operation.parameters)].map((one) => resolve(one));
      const valueOf = (parameter: Node) => {
        const schema = isNode(parameter.schema) ? resolve(parameter.schema) : parameter;
        const name = bare(text(parameter.name));
        const isGiven = [schema.example, schema.default, schema.enum, schema.examples].some(
          (one) => one !== undefined,
        );
        const known = isGiven
          ? undefined
          : (met.get(name) ?? (name.endsWith('id') ? met.get('id') : undefined));
        return asText(
          (parameter.example as Json | undefined) ?? known ?? sample(schema, resolve, text(parameter.name)),
        );
      };
      let filled = path.replace(/^\//, '');
      const before = base.pathname.split('/').length - 2;
      const segments = filled
        .split('/')
        .flatMap((segment, index) => (segment.includes('{') ? [before + index] : []));
      for (const parameter of parameters.filter((one) => one.in === 'path'))
        filled = filled.replaceAll(
          `{${text(parameter.name)}}`,
          encodeURIComponent(valueOf(parameter) || '1'),
        );
      filled = filled.replace(/\{[^{}]*\}/g, '1');
      let url: URL;
      try {
        url = new URL(filled, base);
      } catch {
        continue;
      }
      for (const parameter of parameters.filter((one) => one.in === 'query'))
        url.searchParams.append(text(parameter.name), valueOf(parameter));
      const headers = Object.fromEntries(
        parameters
          .filter(
            (one) =>
              one.in === 'header' &&
              /^[\w-]{1,60}$/.test(text(one.name)) &&
              !/^(host|content-length|cookie|authorization)$/i.test(text(one.name)),
          )
          .map((one) => [text(one.name), valueOf(one).replace(/[^\x20-\x7e]/g, '')]),
      );
      calls.push({
        method: method.toUpperCase() as HttpMethod,
        url: url.href,
        page: at,
        source: 'description',
        ...(segments.length === 0 ? {} : { segments }),
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(method === 'get' ? {} : { body: bodyOf(operation, parameters, resolve) }),
      });
    }
  }
  return calls;
}
