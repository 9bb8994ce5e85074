import type { z } from 'zod';
import type { issueFilter } from './issueEntities.ts';

/** What narrows and sorts a list of issues, for screens, lists and exports. */
export type IssueFilter = z.output<z.ZodObject<typeof issueFilter>>;
