import type { Form, Parameters } from './form.ts';

/** One request that was understood. */
export type Asked = {
  form: Form;
  /** The id in the path. */
  id: string;
  headers: Headers;
  /** Where the API was reached. */
  origin: string;
};
export type Call = {
  method: 'GET' | 'POST';
  /** Below `/api/v2`, with `:id` for the id. */
  path: string;
  parameters: Parameters;
  run: (asked: Asked) => object | Promise<object>;
};

export const call = (
  method: Call['method'],
  path: string,
  parameters: Parameters,
  run: Call['run'],
): Call => ({ method, path, parameters, run });

/** The id in an address, empty where the call has none; null where the address is another one. */
export function idIn({ path }: Call, address: string): string | null {
  const [pattern, given] = [path.split('/'), address.split('/')];
  const fits =
    pattern.length === given.length &&
    pattern.every((part, at) => (part === ':id' ? given[at] !== '' : part === given[at]));
  return fits ? decodeURIComponent(given[pattern.indexOf(':id')] ?? '') : null;
}
