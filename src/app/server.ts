import type { FastifyInstance } from 'fastify';
import path from 'node:path';
import { programVersion } from '#platform/server/version.ts';
import { buildPortal } from './program/portal.ts';
import { requireFreePort } from './program/machine.ts';
import { onStopSignal, openProgram, runProgram, settingsOfProcess, type Program } from './program/program.ts';
import { StartError } from './program/startError.ts';
import { isWebBuilt } from './build/webBuild.ts';

const webDir = path.resolve(import.meta.dirname, '../../dist/web');

/** Starts answering HTTP. @returns the server and the address it listens on */
export async function listen(
  program: Program,
  options: { webDir?: string; addPages?: (app: FastifyInstance) => Promise<void> } = {},
): Promise<{ app: FastifyInstance; address: string }> {
  const { base, database, providers, settings } = program;
  const app = await buildPortal({
    base,
    database,
    addProviders: providers.register,
    registries: program.registries,
    ...(options.addPages ? { addPages: options.addPages } : { webDir: options.webDir ?? webDir }),
  });
  const address = await app.listen({ port: settings.port, host: settings.host });
  return { app, address };
}

if (import.meta.main) {
  await runProgram(async () => {
    const settings = settingsOfProcess();
    await requireFreePort(settings);
    if (!isWebBuilt())
      throw new StartError('The browser part is not built: run npm run build once, then start the server.');
    const program = await openProgram('server', settings, { migrates: false });
    const { app } = await listen(program);
    program.base.log.info({ address: settings.publicUrl, version: programVersion }, 'server ready');
    onStopSignal(async () => {
      await app.close();
      await program.close();
    });
  });
}
