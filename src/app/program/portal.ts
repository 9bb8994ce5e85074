import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from 'prom-client';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { Database } from '#platform/server/database/database.ts';
import { buildHttp, requestCtx } from '#platform/server/http/http.ts';
import { openApi } from '#platform/server/http/openapi.ts';
import { pacer } from '#platform/server/pacer.ts';
import { joinOrigins } from '#platform/server/http/securityHeaders.ts';
import { serve } from '#platform/server/http/serve.ts';
import { demandsSecondFactor } from '#modules/accounts/server/public.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { refuseForeignHosts } from '../pages/hosts.ts';
import { addMetrics, timeRequests } from './metrics.ts';
import { moduleRoutes } from './calls.ts';
import { modules } from '../modules.ts';
import { addPages } from '../pages/pages.ts';

export type PortalOptions = {
  base: BaseCtx;
  database: Database;
  /** Adds what the embedded providers serve: user pool, mailbox. */
  addProviders?: (app: FastifyInstance) => Promise<void>;
  /** Folder of the built browser part; absent in tests that need no page. */
  webDir?: string;
  /** Serves pages in another way, for development. */
  addPages?: (app: FastifyInstance) => Promise<void>;
  /** See `buildHttp`. */
  shedsLoad?: boolean;
  /** Further figures of this program for `/metrics`. */
  registries?: readonly Registry[];
};

const documentationPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const version = (
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  }
).version;

// takes longer than all else that is built here, and says the same for every portal of a process
let description: object | undefined;
const describeCalls = (): object =>
  (description ??= openApi(
    'Cyber security portal',
    version,
    Object.fromEntries(Object.entries(moduleRoutes).map(([name, { contract }]) => [name, contract])),
  ));

/** The whole HTTP side of the product: calls, pages, the embedded providers' own routes, and the description of the API. */
export async function buildPortal({
  base,
  database,
  addProviders,
  webDir,
  addPages: addOwnPages,
  shedsLoad,
  registries = [],
}: PortalOptions): Promise<FastifyInstance> {
  const { identity, billing, captcha } = base.providers;
  const origins = joinOrigins(
    { connect: identity.browserOrigins() },
    billing.browser.origins,
    captcha.browserOrigins(),
  );
  const app = await buildHttp({ base, database, origins, shedsLoad });
  refuseForeignHosts(app, base);
  addMetrics(app, base.settings, [timeRequests(app), ...registries]);
  await app.register(swagger, { mode: 'static', specification: { document: describeCalls() as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', validatorUrl: null },
    staticCSP: documentationPolicy,
    theme: {
      title: 'API',
      css: [{ filename: 'quiet.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
  const pace = pacer({ perSecond: base.settings.callsPerSecond, burstSeconds: 10 });
  for (const routes of Object.values(moduleRoutes)) {
    serve(app, routes, {
      ctxOf: (request, reply, endpoint) =>
        requestCtx(base, request, reply, {
          background: endpoint.background === true,
          machine: endpoint.machine === true,
          reads: endpoint.method === 'GET' && endpoint.changes !== true,
        }),
      moduleIsActive,
      demandsSecondFactor,
      pace,
    });
  }
  for (const { http } of modules) http?.(app, base);
  await addProviders?.(app);
  if (addOwnPages) await addOwnPages(app);
  else if (webDir) await addPages(app, base, webDir);
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ success: false, error: { code: 'not-found', requestId: request.id } }),
  );
  return app;
}
