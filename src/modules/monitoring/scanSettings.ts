import { z } from 'zod';

/** How a website is scanned: as whom, without what, and when not. */

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a valid time.');
/** One that ends before it begins goes over midnight; one that ends as it begins lasts a whole day. */
export const quietWindow = z.object({
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: z
    .array(z.int().min(1).max(7))
    .min(1, 'Choose at least one day.')
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other)),
  from: clockTime,
  to: clockTime,
});

const noBreaks = /^[^\p{Cc}]*$/u;
const secret = (max: number, missing: string) =>
  z.string().min(1, missing).max(max, 'That is too long.').regex(noBreaks, 'Please enter it in one line.');

// what the connection itself is made of is not to be set by anybody
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|cookie|user-agent)$/i;

/** What somebody enters so that scans sign in. Secrets go in and never come out again. */
export const signInGiven = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('form'),
    url: z
      .string()
      .trim()
      .min(1, 'Please enter the address of the sign-in page.')
      .max(2048, 'That is too long.'),
    user: z
      .string()
      .trim()
      .min(1, 'Please enter the user name.')
      .max(255, 'Max 255 symbols.')
      .regex(noBreaks, 'Please enter it in one line.'),
    password: secret(1000, 'Please enter the password.'),
    /** Text that only a signed-in visitor sees. */
    signedInText: z
      .string()
      .trim()
      .max(200, 'Max 200 symbols.')
      .regex(noBreaks, 'Please enter it in one line.')
      .default(''),
  }),
  z.object({ kind: z.literal('bearer'), token: secret(8000, 'Please enter the token.') }),
  z.object({
    kind: z.literal('header'),
    name: z
      .string()
      .trim()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'Please enter the name of a header, such as X-Api-Key.')
      .refine((name) => !ownHeaders.test(name), 'This header cannot be set.'),
    value: secret(8000, 'Please enter the value.').regex(
      /^[\u0020-\u007E\u0080-\u00FF]*$/,
      'Please use only English letters and symbols.',
    ),
  }),
  z.object({
    kind: z.literal('cookie'),
    cookie: secret(8000, 'Please enter the cookie.').regex(
      /^\s*[^=;\s]+=[\u0020-\u007E]*$/,
      'Please enter it as name=value.',
    ),
  }),
]);
export type SignInGiven = z.output<typeof signInGiven>;

/** What is shown of it afterwards. */
export const signInKept = z.object({
  kind: z.enum(['form', 'bearer', 'header', 'cookie']),
  /** Of a form. */
  url: z.string().nullable(),
  user: z.string().nullable(),
  /** Of a header. */
  header: z.string().nullable(),
  setAt: z.string(),
  /** False when it cannot be opened any more, since the key of the installation is another one. */
  readable: z.boolean(),
});
export type SignInKept = z.output<typeof signInKept>;

export const excludedPath = z
  .string()
  .trim()
  .regex(
    /^(?:\/[^\s?#\p{Cc}]*(?:\?[^\s#\p{Cc}]+)?|\?[^\s#\p{Cc}]+)$/u,
    'Please begin each line with a slash, such as /checkout/, or with ?, such as ?action=delete.',
  )
  .max(500, 'Max 500 symbols.')
  .refine((path) => !/^[/*]*(?:[?&][*&]*)?$/.test(path), 'Leaving out / would leave out everything.');
