import type { FastifyInstance } from 'fastify';
import path from 'node:path';
import { createServer } from 'vite';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { addDevPages } from './pages/pages.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Pages straight from their sources, reloading as they change. The content security policy is off: the reloader needs inline script. */
export async function openDevPages(
  base: BaseCtx,
): Promise<{ addPages: (app: FastifyInstance) => Promise<void>; close: () => Promise<void> }> {
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    // no temporary copy of it, which would count as a change of a source
    configLoader: 'native',
    server: { middlewareMode: true },
    appType: 'custom',
  });
  return {
    addPages: (app) => addDevPages(app, base, vite),
    close: () => vite.close(),
  };
}
