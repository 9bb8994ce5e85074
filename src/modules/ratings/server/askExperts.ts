import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { extensionPoint } from '#platform/server/extensionPoint.ts';

/** What is asked in the name of the person whose request it is, with the few facts that it is about. */
export type Opening = {
  subject: string;
  text: string;
  context: {
    kind: 'report';
    id: string;
    title: string;
    route: string;
    facts: { label: string; value: string }[];
  };
};

/**
 * Prepares a conversation with the experts, before the transaction that begins it. Refuses with `too-many-questions`.
 * The concierge answers.
 * @returns a function that begins it and returns its id
 */
export const askExperts = extensionPoint(
  async (_ctx: OrgCtx): Promise<(db: OrgDb, opening: Opening) => Promise<string>> => {
    throw new Error('no module leads conversations with experts');
  },
);
