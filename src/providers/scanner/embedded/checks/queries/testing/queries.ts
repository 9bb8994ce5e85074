import vm from 'node:vm';

/** Small interpreters for tests: as much of each language as careless programs use, and no more forgiving than the real ones. */

export type Person = { name: string; password: string };
export const people: readonly Person[] = [
  { name: 'ann', password: 'a-long-secret' },
  { name: 'ben', password: 'another-one' },
];

/** Finds as a document database does: members of a filter may be operators. Throws for operators that do not exist. */
export function findDocuments(filter: Readonly<Record<string, unknown>>): Person[] {
  const matches = (value: string, wanted: unknown): boolean => {
    if (typeof wanted !== 'object' || wanted === null) return value === wanted;
    return Object.entries(wanted).every(([operator, operand]) => {
      if (operator === '$ne') return value !== operand;
      if (operator === '$eq') return value === operand;
      if (operator === '$gt') return typeof operand === 'string' && value > operand;
      if (operator === '$regex') return new RegExp(String(operand)).test(value);
      if (!operator.startsWith('$')) return false;
      throw new Error(`MongoServerError: unknown operator: ${operator}`);
    });
  };
  return people.filter((person) =>
    Object.entries(filter).every(([name, wanted]) => matches(person[name as keyof Person] ?? '', wanted)),
  );
}

/** `a[$ne]=b` as the usual form parsers of Node and PHP read it. */
export function nested(pairs: URLSearchParams): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [key, value] of pairs) {
    const [, name, member] = /^(\w+)\[(.+)\]$/.exec(key) ?? [];
    if (name && member) read[name] = { [member]: value };
    else read[key] = value;
  }
  return read;
}

/** People for whom a script holds, as `$where` does. */
export const findByScript = (script: string): Person[] =>
  people.filter((person) => vm.runInNewContext(script, { person }, { timeout: 5000 }) === true);

/** Reads a filter of a directory strictly and says who it finds. Throws where brackets do not match. */
export function findEntries(filter: string): Person[] {
  let at = 0;
  const fail = () => new Error('javax.naming.directory.InvalidSearchFilterException: Unbalanced parenthesis');
  type Test = (person: Person) => boolean;
  const read = (): Test => {
    if (filter[at++] !== '(') throw fail();
    const sign = filter[at];
    if (sign === '&' || sign === '|' || sign === '!') {
      at += 1;
      const parts: Test[] = [];
      while (filter[at] === '(') parts.push(read());
      if (filter[at++] !== ')' || parts.length === 0) throw fail();
      if (sign === '!') return (person) => !parts[0]!(person);
      return (person) =>
        sign === '&' ? parts.every((part) => part(person)) : parts.some((part) => part(person));
    }
    const end = filter.indexOf(')', at);
    const [, name, value] = /^([\w-]+)=([^()]*)$/.exec(filter.slice(at, end)) ?? [];
    if (end < 0 || name === undefined || value === undefined) throw fail();
    at = end + 1;
    const pattern = new RegExp(
      `^${value
        .split('*')
        .map((part) => part.replace(/[^\w]/g, '\\$&'))
        .join('.*')}$`,
    );
    return (person) =>
      pattern.test((person as Record<string, string>)[name === 'uid' ? 'name' : name] ?? '\0');
  };
  const test = read();
  if (at !== filter.length) throw fail();
  return people.filter(test);
}

/** People for whom a predicate of XPath holds: texts, numbers, `and`, `or`, `=` and `string-length`. Throws for anything else. */
export function findNodes(predicate: string): Person[] {
  const tokens = predicate.match(/'[^']*'|"[^"]*"|string-length|\d+|[@\w]+|[()=]|\S/g) ?? [];
  const script = tokens
    .map((token) => {
      if (/^['"]/.test(token) && token.length > 1) return JSON.stringify(token.slice(1, -1));
      if (token === 'and') return '&&';
      if (token === 'or') return '||';
      if (token === '=') return '==';
      if (token === 'string-length') return 'len';
      if (/^\d+$|^[()]$/.test(token)) return token;
      if (/^@\w+$/.test(token)) return `person.${token.slice(1)}`;
      throw new Error(
        `XPathException: Unfinished literal or unknown token ${token === "'" ? '' : 'in predicate'}`,
      );
    })
    .join(' ');
  try {
    return people.filter((person) =>
      Boolean(vm.runInNewContext(script, { person, len: (text: string) => text.length })),
    );
  } catch {
    throw new Error('XPathException: Invalid predicate');
  }
}
