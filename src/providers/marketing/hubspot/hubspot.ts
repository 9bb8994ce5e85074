import type { Lead } from '../port.ts';
import { postJson } from '../post.ts';

export type HubspotOptions = { portalId: string; formId: string; endpoint?: string | undefined };

/** HubSpot's cookie of a visitor; with any other value the whole lead would be refused. */
const visitorShape = /^[0-9a-f]{32}$/;

/** Leads into a form of HubSpot (forms API, version 3, without key). */
export function openHubspot({ portalId, formId, endpoint = 'https://api.hsforms.com' }: HubspotOptions) {
  const address = `${endpoint}/submissions/v3/integration/submit/${encodeURIComponent(portalId)}/${encodeURIComponent(formId)}`;
  return {
    lead: ({ at, email, fields, pageUri, pageName, visitor, ip }: Lead) =>
      postJson('HubSpot', address, {
        submittedAt: at.getTime(),
        fields: Object.entries({ email, ...fields }).map(([name, value]) => ({
          objectTypeId: '0-1',
          name,
          value,
        })),
        context: {
          pageUri,
          pageName,
          ...(visitor && visitorShape.test(visitor) ? { hutk: visitor } : {}),
          ...(ip ? { ipAddress: ip } : {}),
        },
      }),
  };
}
