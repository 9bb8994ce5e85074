/** A refusal in the shape of Chargebee's own. */
export class LocalRefusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(status: number, code: string, message: string, more: { param?: string; type?: string } = {}) {
    super(message);
    this.status = status;
    this.body = {
      message,
      type: 'invalid_request',
      api_error_code: code,
      error_code: code,
      http_status_code: status,
      ...more,
    };
  }
}

export const wrong = (param: string, why: string) =>
  new LocalRefusal(400, 'param_wrong_value', `${param} : ${why}`, { param });
export const unknown = (what: string, id: string) =>
  new LocalRefusal(404, 'resource_not_found', `${id} not found`, { param: what });

type Kind = number | 'flag' | 'whole' | 'json' | readonly string[];
/** The parameters that a call takes: `#` stands for an index, a number for a text of so many characters at most. */
export type Parameters = Readonly<Record<string, Kind>>;

function mistakeIn(value: string, kind: Kind): string | null {
  if (typeof kind === 'number')
    return value.length === 0 ? 'cannot be blank' : value.length > kind ? `is longer than ${kind}` : null;
  if (kind === 'flag') return value === 'true' || value === 'false' ? null : 'should be true or false';
  if (kind === 'whole') return /^\d{1,10}$/.test(value) ? null : 'should be a whole number';
  if (kind === 'json') {
    try {
      JSON.parse(value);
      return null;
    } catch {
      return 'should be JSON';
    }
  }
  return kind.includes(value) ? null : `should be one of ${kind.join(', ')}`;
}

/** What a call was asked, by the names on the wire. */
export type Form = {
  get: (name: string) => string | undefined;
  need: (name: string) => string;
  /** The values of an array, by index from 0 on. */
  all: (name: string) => string[];
  is: (name: string) => boolean;
};

/** Reads form-encoded parameters and refuses whatever the call does not take, in any detail. */
export function readForm(encoded: string, parameters: Parameters): Form {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const pattern = name.replace(/\[\d+\]$/, '[#]');
    const kind = Object.hasOwn(parameters, pattern) ? parameters[pattern] : undefined;
    if (kind === undefined) throw wrong(name, 'is not a parameter of this call');
    if (values.has(name)) throw wrong(name, 'is given twice');
    const mistake = mistakeIn(value, kind);
    if (mistake) throw wrong(name, mistake);
    values.set(name, value);
  }
  const all = (name: string): string[] => {
    const found: string[] = [];
    for (
      let value = values.get(`${name}[0]`);
      value !== undefined;
      value = values.get(`${name}[${found.length}]`)
    )
      found.push(value);
    return found;
  };
  for (const pattern of Object.keys(parameters).filter((key) => key.endsWith('[#]'))) {
    const name = pattern.slice(0, -3);
    const given = [...values.keys()].filter(
      (key) => key.startsWith(`${name}[`) && /\[\d+\]$/.test(key),
    ).length;
    if (given !== all(name).length) throw wrong(name, 'is counted with gaps');
  }
  return {
    get: (name) => values.get(name),
    need: (name) => {
      const value = values.get(name);
      if (value === undefined) throw wrong(name, 'cannot be blank');
      return value;
    },
    all,
    is: (name) => values.get(name) === 'true',
  };
}
