import { z } from 'zod';
import { refusals } from './poolError.ts';

const atLeast = (min: number) => `Member must have length greater than or equal to ${min}`;
const atMost = (max: number) => `Member must have length less than or equal to ${max}`;

const text = (min: number, max: number) => z.string().min(min, atLeast(min)).max(max, atMost(max));
export const clientId = text(1, 128).regex(
  /^[\w+]+$/,
  'Member must satisfy regular expression pattern: [\\w+]+',
);
/** Trimmed and in lower case, as names are kept; letters, marks, signs, digits and punctuation of any script, no spaces or control characters. */
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, atLeast(1))
  .max(128, atMost(128))
  .regex(
    /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u,
    'Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+',
  );
/** Only bounds: what a new password must hold is the policy's business. */
export const password = text(1, 256);
export const code = z.string().trim().min(1, atLeast(1)).max(2048, atMost(2048));
export const token = text(1, 8192);
export const session = text(20, 2048);
export type Values = Record<string, string | null | undefined>;
/** Values by name, as authentication parameters and challenge responses are. */
export const valuesByName = z
  .record(text(1, 131), z.string().max(16_384, atMost(16_384)).nullish())
  .refine((values) => Object.keys(values).length <= 40, 'Member must have at most 40 entries');
export const attributes = z
  .array(z.object({ Name: text(1, 32), Value: text(0, 2048).optional() }))
  .max(25, atMost(25))
  .default([]);

const lowerFirst = (part: PropertyKey) => String(part).replace(/^[A-Z]/, (first) => first.toLowerCase());

/** The input of an action, or InvalidParameterException naming the first member that does not fit; `at` is where the body itself stands. */
export function parseInput<S extends z.ZodType>(schema: S, body: unknown, at: string[] = []): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { path, message, code: kind } = parsed.error.issues[0]!;
  const given = path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part],
    body,
  );
  const what =
    given === undefined || given === null
      ? 'Member must not be null'
      : kind === 'invalid_type'
        ? 'Member must be of another type'
        : message;
  throw refusals.invalid(
    `1 validation error detected: Value at '${[...at, ...path.map(lowerFirst)].join('.')}' failed to satisfy constraint: ${what}`,
  );
}

/** One named value of an action's parameters; InvalidParameterException when it is missing. */
export function required(values: Record<string, string | null | undefined>, name: string): string {
  const value = values[name];
  if (!value) throw refusals.invalid(`Missing required parameter ${name}`);
  return value;
}

/** The same, of a certain form. */
export const requiredAs = <S extends z.ZodType>(
  schema: S,
  values: Record<string, string | null | undefined>,
  name: string,
): z.output<S> => parseInput(schema, required(values, name), [name]);

const emailShape = z
  .email()
  .max(254)
  .refine((value) => value.lastIndexOf('@') <= 64);

/** True for an address that mail can be sent to as far as its form tells. */
export const isEmail = (value: string): boolean => emailShape.safeParse(value).success;

/** How a mail address is shown to whoever does not own it, such as `j***@e***`; a name that is no address shows nothing. */
export function maskedEmail(email: string): string {
  if (!isEmail(email)) return '***@***';
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}
