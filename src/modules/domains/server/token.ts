import { createHmac } from 'node:crypto';
import type { BaseCtx } from '#platform/server/ctx.ts';

/** What this organisation publishes for this domain, and no other could know. */
export const tokenOf = (ctx: Pick<BaseCtx, 'secrets'>, orgId: string, domain: string): string =>
  createHmac('sha256', ctx.secrets.lasting('domain ownership'))
    .update(`${orgId} ${domain}`)
    .digest('base64url')
    .slice(0, 32);
