import { wrongValue } from '../refusal.ts';

type Kind = number | 'flag' | 'whole' | 'json' | readonly string[];
/** The parameters of a call: `#` is an index, a number is the maximum length of a text. */
export type Parameters = Readonly<Record<string, Kind>>;

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function mistakeIn(value: string, kind: Kind): string | null {
  if (typeof kind === 'number') return value.length > kind ? `is longer than ${kind}` : null;
  if (kind === 'flag') return value === 'true' || value === 'false' ? null : 'should be true or false';
  if (kind === 'whole') return /^\d{1,10}$/.test(value) ? null : 'should be a whole number';
  if (kind === 'json') return isJson(value) ? null : 'should be JSON';
  return kind.includes(value) ? null : `should be one of ${kind.join(', ')}`;
}

/** The parameters of one request, by their names on the wire. A blank one counts as not given. */
export type Form = {
  get: (name: string) => string | undefined;
  need: (name: string) => string;
  /** The values of an array, by index from 0 on. */
  all: (name: string) => string[];
  is: (name: string) => boolean;
};

/** Reads form-encoded parameters; any that the call does not take is refused, so that mistakes show here first. */
export function readForm(encoded: string, parameters: Parameters): Form {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const pattern = name.replace(/\[\d+\]$/, '[#]');
    const kind = Object.hasOwn(parameters, pattern) ? parameters[pattern] : undefined;
    if (kind === undefined) throw wrongValue(name, 'is not a parameter of this call');
    if (values.has(name)) throw wrongValue(name, 'is given twice');
    const mistake = mistakeIn(value, kind);
    if (mistake) throw wrongValue(name, mistake);
    values.set(name, value);
  }
  const get = (name: string) => values.get(name) || undefined;
  const need = (name: string): string => {
    const value = get(name);
    if (value === undefined) throw wrongValue(name, 'cannot be blank');
    return value;
  };
  return {
    get,
    need,
    // an index that is left out makes the one before the last blank
    all: (name) =>
      [...values.keys()]
        .filter((key) => key.startsWith(`${name}[`) && /^\[\d+\]$/.test(key.slice(name.length)))
        .map((_key, index) => need(`${name}[${index}]`)),
    is: (name) => values.get(name) === 'true',
  };
}
