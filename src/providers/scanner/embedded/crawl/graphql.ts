import { safetyWord } from '../harm/words.ts';
import type { Json, SiteRequest } from '../points/point.ts';

/** Reads what a GraphQL interface tells about itself, and makes calls of it. */

/** What introspection is asked for: names, arguments and kinds, as deep as lists of required things go. */
const kind = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';
export const introspection = `query { __schema { queryType { name } mutationType { name } types { kind name fields { name args { name type { ${kind} } } type { ${kind} } } inputFields { name type { ${kind} } } enumValues { name } } } }`;

type TypeRef = { kind?: string; name?: string | null; ofType?: TypeRef | null };
type Argument = { name: string; type: TypeRef };
type Field = { name: string; args: Argument[]; type: TypeRef };
type TypeInfo = {
  kind: string;
  name: string;
  fields: Field[] | null;
  inputFields: Argument[] | null;
  enumValues: { name: string }[] | null;
};
type Schema = {
  queryType?: { name: string } | null;
  mutationType?: { name: string } | null;
  types: TypeInfo[];
};

const root = '__schema';
const mostCalls = 120;

export function readSchema(body: string): Schema | null {
  try {
    const schema = (JSON.parse(body) as { data?: Record<string, Schema | undefined> }).data?.[root];
    return schema && Array.isArray(schema.types) ? schema : null;
  } catch {
    return null;
  }
}

function namedType(type: TypeRef): string {
  let at: TypeRef | null | undefined = type;
  for (let depth = 0; at && depth < 6; depth++) {
    if (at.name) return at.name;
    at = at.ofType;
  }
  return '';
}

/** As it stands in a query: `[String!]!`. */
function writtenType(type: TypeRef): string {
  if (type.kind === 'NON_NULL' && type.ofType) return `${writtenType(type.ofType)}!`;
  if (type.kind === 'LIST' && type.ofType) return `[${writtenType(type.ofType)}]`;
  return type.name ?? 'String';
}

const isList = (type: TypeRef): boolean =>
  type.kind === 'LIST' || (type.kind === 'NON_NULL' && type.ofType?.kind === 'LIST');

export function callsOfSchema(schema: Schema, url: string, options: { mayChange: boolean }): SiteRequest[] {
  const types = new Map(schema.types.map((type) => [type.name, type]));

  function sample(type: TypeRef, name: string, depth = 0): Json {
    const base = namedType(type);
    const info = types.get(base);
    let value: Json = safetyWord;
    if (info?.kind === 'ENUM') value = info.enumValues?.[0]?.name ?? '';
    else if (info?.kind === 'INPUT_OBJECT')
      value =
        depth > 3
          ? {}
          : Object.fromEntries(
              (info.inputFields ?? [])
                .slice(0, 30)
                .map((field) => [field.name, sample(field.type, field.name, depth + 1)]),
            );
    else if (base === 'Int' || base === 'Float') value = 1;
    else if (base === 'Boolean') value = true;
    else if (base === 'ID' || /id$/i.test(name)) value = '1';
    return isList(type) ? [value] : value;
  }

  /** Fields of a type without arguments, so that the answer shows something. */
  function selection(type: TypeRef, depth = 0): string {
    const info = types.get(namedType(type));
    if (!info?.fields) return '';
    const parts = info.fields.flatMap((field) => {
      if (field.args.some((argument) => argument.type.kind === 'NON_NULL')) return [];
      const inner = types.get(namedType(field.type));
      if (!inner?.fields) return [field.name];
      const nested = depth < 1 ? selection(field.type, depth + 1) : '';
      return nested === '' ? [] : [`${field.name}${nested}`];
    });
    return ` { ${parts.slice(0, 15).join(' ') || '__typename'} }`;
  }

  const calls: SiteRequest[] = [];
  const add = (operation: 'query' | 'mutation', typeName: string | undefined) => {
    for (const field of types.get(typeName ?? '')?.fields ?? []) {
      if (calls.length >= mostCalls || !/^\w+$/.test(field.name)) continue;
      const head = field.args
        .map((argument) => `$${argument.name}: ${writtenType(argument.type)}`)
        .join(', ');
      const use = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
      const query = `${operation}${head === '' ? '' : `(${head})`} { ${field.name}${use === '' ? '' : `(${use})`}${selection(field.type)} }`;
      const variables = Object.fromEntries(
        field.args.map((argument) => [argument.name, sample(argument.type, argument.name)]),
      );
      calls.push({
        method: 'POST',
        url,
        page: url,
        source: 'description',
        body: { kind: 'json', value: { query, variables } },
      });
    }
  };
  add('query', schema.queryType?.name);
  if (options.mayChange) add('mutation', schema.mutationType?.name);
  return calls;
}
