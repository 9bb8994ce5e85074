import * as fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#platform/endpoint.ts';

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Texts that have broken programs: quoting of SQL, shells, HTML and formulas, paths, encodings, lengths, prototypes, dates. */
const hostileTexts = [
  '',
  ' ',
  "' or 1=1 --",
  "'; select set_config('role','none',false); --",
  '" onmouseover="x',
  '<img src=x onerror=x>',
  '${7*7}{{7*7}}',
  '=cmd|x!A1',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/',
  'a\r\nSet-Cookie: x=y',
  '\u0000',
  'half \ud800 pair',
  '\u202egnp.exe',
  '\uffff\ufdd0',
  '__proto__',
  'constructor',
  'toString',
  '%',
  '%zz',
  '\\',
  '0',
  '-1',
  'null',
  '9'.repeat(40),
  'e\u0301'.repeat(200),
  '1e400',
  '99999-12-31T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-02-30',
  '0001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'x@y',
  'a@b.example',
  'shop.example:99999',
  '(a+)+$',
  'x'.repeat(20_000),
];

const hostileValues = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -0.5,
    Number.MAX_SAFE_INTEGER,
    2 ** 31,
    [],
    {},
    [[]],
    [null],
    { a: { b: [] } },
  ),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"admin":true}}'),
    { constructor: { prototype: {} } },
    { toString: 1 },
    { length: -1 },
  ),
  fc.jsonValue(),
);

function texts(schema: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern, format } = schema;
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  const fitting =
    format === 'uuid'
      ? fc.uuid()
      : format === 'email'
        ? fc.constantFrom('ann@elsewhere-tools.com', 'bob@stranger.example', "o'neil+x@elsewhere-tools.com")
        : format === 'date-time'
          ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
          : format === 'date'
            ? fc.constantFrom('2026-03-02', '2027-01-31', '1999-12-31')
            : pattern
              ? matching(pattern, length)
              : fc.string({ ...length, unit: 'grapheme' });
  const cut = fc.constantFrom(...hostileTexts).map((text) => text.slice(0, maxLength));
  return fc.oneof(
    { arbitrary: fitting, weight: 5 },
    { arbitrary: fc.constantFrom(...ids), weight: format === 'uuid' || !pattern ? 4 : 1 },
    { arbitrary: cut, weight: 2 },
  );
}

function matching(pattern: string, length: { minLength?: number; maxLength?: number }): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), length);
  } catch {
    // the generator knows fewer expressions than the language
    return fc.string(length);
  }
}

const numbers = ({ type, minimum, maximum }: Schema): fc.Arbitrary<number> =>
  type === 'integer'
    ? fc.integer({ min: Math.max(minimum ?? -5, -(2 ** 31)), max: Math.min(maximum ?? 9999, 2 ** 31 - 1) })
    : fc.double({ min: minimum ?? -10, max: maximum ?? 1e6, noNaN: true });

function listsOf(schema: Schema, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const minLength = schema.minItems ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? 3, 3));
  return fc.array(valuesOf(schema.items ?? {}, ids, depth + 1), { minLength, maxLength });
}

/** Values that a schema describes, with ids of the world in the place of texts, and sometimes ones that it does not describe. */
function valuesOf(schema: Schema, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(one, ids, depth)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, ids, depth)));
  switch (schema.type) {
    case 'string':
      return texts(schema, ids);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listsOf(schema, ids, depth);
    case 'object':
      return objectsOf(schema, ids, depth);
    default:
      return depth > 4 ? fc.constant(null) : hostileValues;
  }
}

function objectsOf(schema: Schema, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const named = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, of]) => [name, valuesOf(of, ids, depth + 1)]),
  );
  const known = fc.record(named, { requiredKeys: schema.required ?? [] });
  const rest = schema.additionalProperties;
  if (typeof rest !== 'object') return known;
  const more = fc.dictionary(
    fc.constantFrom('a', 'name', '__proto__', ...hostileTexts.slice(2, 8)),
    valuesOf(rest, ids, depth + 1),
    {
      maxKeys: 3,
    },
  );
  return fc.tuple(known, more).map(([a, b]) => ({ ...b, ...(a as object) }));
}

/** A body with one field replaced, removed, doubled or added. */
const spoiled = (bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(bodies, fc.nat(), fc.constantFrom('replace', 'remove', 'nest', 'add'), hostileValues)
    .map(([body, at, how, value]) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return value;
      const names = Object.keys(body);
      const name = names[at % Math.max(1, names.length)];
      if (how === 'add' || name === undefined)
        return { ...body, isZeguroServiceSession: true, orgId: value, brandId: value };
      if (how === 'remove') return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
      return { ...body, [name]: how === 'nest' ? [(body as Record<string, unknown>)[name]] : value };
    });

/**
 * Bodies for one call: three in five fit its schema, the others are spoiled in one place or are anything.
 * @param good a body that is known to reach the use case, where there is one
 * @param ids ids of things of every organization in the world
 */
export function bodiesFor(
  call: Endpoint,
  good: object | undefined,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  const fitting = valuesOf({ ...schema, type: schema.type ?? 'object' }, ids);
  const usual = good
    ? fc.oneof({ arbitrary: fitting, weight: 2 }, { arbitrary: fc.constant(good), weight: 1 })
    : fitting;
  return fc.oneof(
    { arbitrary: usual, weight: 6 },
    { arbitrary: spoiled(usual), weight: 3 },
    { arbitrary: hostileValues, weight: 1 },
  );
}

/** What is sent in the place of JSON now and then: other kinds of content, text cut short, nesting without end. */
export const rawPayloads = fc.constantFrom<readonly [type: string, payload: string]>(
  ['application/json', '{'],
  ['application/json', '[[[['.repeat(5000)],
  ['application/json', `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`],
  ['application/json', '{"a":1,"a":2,"__proto__":{"x":1}}'],
  ['application/json', '"text"'],
  ['application/json', `{"x":"${'y'.repeat(300_000)}"}`],
  ['application/json; charset=utf-16', '{}'],
  ['text/plain', '{"a":1}'],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="../x"\r\n\r\nabc\r\n--x--\r\n',
  ],
  ['multipart/form-data', 'no boundary'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
);
