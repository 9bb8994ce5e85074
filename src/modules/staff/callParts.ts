import { z } from 'zod';
import { severalLines } from '#platform/text.ts';
import { reasonLength } from './rules.ts';

// What the calls of the desk have in common.

export const get = { access: 'staff', method: 'GET' } as const;
export const post = { access: 'staff', method: 'POST', rate: { max: 120, perSeconds: 60 } } as const;

/** Another brand's organization answers like one that is not there. */
export const noOrganization = { 'no-such-organization': 404 } as const;
export const everyBrandOnly = { 'every-brand-only': 403 } as const;
/** Someone else was faster; nothing is overwritten. */
export const meanwhile = { 'changed-meanwhile': 409 } as const;

export const orgId = z.uuid();
export const ofOrganization = z.object({ orgId });
export const search = z.string().trim().max(200).default('');
export const page = z.coerce.number().int().min(1).max(100_000).default(1);
/** Takes an empty text of a form or an address as absent. */
export const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const pages = { total: z.number(), page: z.number(), pages: z.number() };
export const dataOf = <T extends z.ZodType>(data: T) => z.object({ data });
export const pageOf = <T extends z.ZodType>(row: T) => dataOf(z.object({ rows: z.array(row), ...pages }));

/** Why staff do something to a customer. */
export const reason = (tooShort: string) =>
  z
    .string()
    .max(4000)
    .transform(severalLines)
    .pipe(
      z
        .string()
        .min(reasonLength.min, tooShort)
        .max(reasonLength.max, `Please use at most ${reasonLength.max} characters.`),
    );
