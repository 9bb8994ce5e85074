import { z } from 'zod';

/** A day in a body, a reply or a file. */
export const daySchema = (error = 'Date is not valid.') => z.iso.date(error).brand<'Day'>();

/** A day of a reply or of a body whose form has its own words for a slip. */
export const day = daySchema();
