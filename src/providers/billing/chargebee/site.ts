import { z } from 'zod';
import type { Logger } from '#platform/server/log/log.ts';
import type { BillingError } from '../port.ts';
import type { Client } from './client.ts';
import { orBillingError } from './errors.ts';

/** The custom field that names the organisation at Chargebee. */
export const organizationField = 'cf_organization_id';

/** Which of Chargebee's records know our custom field. */
export type KnownFields = { customer: boolean; subscription: boolean };

const fieldSchema = z.object({
  entity_type: z.string(),
  api_name: z.string(),
  status: z.string().optional(),
});
const listSchema = z.object({
  list: z.array(
    z.union([
      z.object({ custom_field_config: fieldSchema }).transform((entry) => entry.custom_field_config),
      fieldSchema,
    ]),
  ),
  next_offset: z.string().optional(),
});

async function readFields(get: Client['get']): Promise<KnownFields> {
  const known: KnownFields = { customer: false, subscription: false };
  let offset: string | undefined;
  do {
    const query = new URLSearchParams({ limit: '100', ...(offset ? { offset } : {}) });
    const page = listSchema.parse(await get(`/custom_field_configs?${query.toString()}`));
    for (const { entity_type, api_name, status = 'active' } of page.list) {
      const entity = entity_type.toLowerCase();
      if (
        api_name === organizationField &&
        status.toLowerCase() === 'active' &&
        (entity === 'customer' || entity === 'subscription')
      )
        known[entity] = true;
    }
    offset = page.next_offset;
  } while (offset);
  return known;
}

const complaints: Partial<Record<BillingError['code'], string>> = {
  misconfigured:
    'Chargebee refuses CHARGEBEE_API_KEY for CHARGEBEE_SITE: nothing can be sold until a full-access key of that site is set.',
};

/**
 * What the site at Chargebee knows of our custom field: asked once, again after a failure, and said in the log.
 * @returns both true where the site could not be asked for another reason than being out of reach
 */
export function openSiteCheck({ get }: Pick<Client, 'get'>, site: string, log: Logger) {
  let fields: Promise<KnownFields> | null = null;
  const ask = async (): Promise<KnownFields> => {
    const known = await orBillingError(() => readFields(get));
    if (!known.customer && !known.subscription)
      log.warn(
        `The Chargebee site ${site} has no custom field ${organizationField}: add it to customers and subscriptions (docs/billing.md), so that people there see whose they are.`,
      );
    return known;
  };
  const known = (): Promise<KnownFields> => {
    fields ??= ask().catch((error: unknown) => {
      fields = null;
      throw error;
    });
    return fields;
  };
  /** Asks without anybody waiting, so that the portal starts while Chargebee is away. */
  const begin = (): void => {
    known().catch((error: unknown) => {
      const { code, message } = error as BillingError;
      log.warn(
        { err: error },
        complaints[code] ?? `Chargebee could not be asked about the site ${site}: ${message}`,
      );
    });
  };
  return { known, begin };
}
