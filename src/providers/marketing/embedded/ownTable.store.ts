import type { GlobalDb } from '#platform/server/database/database.ts';
import type { Lead, UsageEvent } from '../port.ts';

/** Keeps leads and steps of use in the portal's own table. */
export function openOwnTable(db: GlobalDb) {
  const keep = async (row: {
    id: string;
    kind: string;
    name: string;
    at: Date;
    email: string | null;
    aboutOrganization: string | null;
    properties: string;
  }) => {
    await db
      .insertInto('marketingEvent')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  };
  return {
    lead: ({ id, at, email, fields, pageUri, pageName, organizationId }: Lead) =>
      keep({
        id,
        kind: 'lead',
        name: pageName,
        at,
        email,
        aboutOrganization: organizationId,
        properties: JSON.stringify({ ...fields, pageUri }),
      }),
    event: ({ id, at, name, person, organizationId, properties }: UsageEvent) =>
      keep({
        id,
        kind: 'event',
        name,
        at,
        email: person?.email ?? null,
        aboutOrganization: organizationId,
        properties: JSON.stringify(properties),
      }),
  };
}
