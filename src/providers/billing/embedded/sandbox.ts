import type { FastifyInstance } from 'fastify';
import { randomToken } from '#platform/server/secrets/secrets.ts';
import { openChargebee } from '../chargebee/chargebee.ts';
import { basicAuthorization } from '../chargebee/events.ts';
import type { Billing } from '../port.ts';
import { openApi } from './api/api.ts';
import { brandHeader } from './api/brandHeader.ts';
import { addCheckoutRoutes } from './pages/checkoutRoutes.ts';
import { addPortalRoutes } from './pages/portalRoutes.ts';
import { servePages } from './pages/serving.ts';
import type { SandboxParts } from './parts.ts';
import { runDue } from './renewals.ts';

export type { SandboxParts } from './parts.ts';

/** Where the adapter finds the API. The name exists nowhere: requests are answered in this process. */
const endpoint = 'http://billing-sandbox.invalid';

/**
 * Billing without a provider: Chargebee's adapter on an API of our own, with real arithmetic and real pages. It takes
 * test cards only, and nobody is charged.
 */
export function openSandbox(
  parts: SandboxParts,
): Billing & { register: (app: FastifyInstance) => Promise<void> } {
  const apiKey = randomToken();
  const answer = openApi(parts, apiKey);
  const hook = {
    webhookUser: 'billing-sandbox',
    webhookPassword: parts.secrets.key('billing-sandbox-notices').toString('base64url'),
  };
  const adapter = openChargebee({
    site: 'sandbox',
    apiKey,
    endpoint,
    fetch: (address, init) => answer(new Request(address, init)),
    headersFor: brandHeader,
    ...hook,
    now: parts.now,
    log: parts.log,
  });
  return {
    ...adapter,
    kind: 'sandbox',
    browser: { origins: {}, scriptUrl: null, site: '', publishableKey: '' },
    noticeAuthorization: basicAuthorization(hook),
    runDue: () => runDue(parts),
    register: (app) =>
      servePages(app, parts, (scope) => {
        addCheckoutRoutes(scope, parts);
        addPortalRoutes(scope, parts);
      }),
  };
}
