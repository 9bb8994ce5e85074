import { z } from 'zod';
import { oneLine } from '#platform/text.ts';

/** platform.md 5: addresses are trimmed and lower-cased. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email.')
  .pipe(z.email('Please enter a valid email.'));

export const nameSchema = z.string().max(400).transform(oneLine).pipe(z.string().max(100));
