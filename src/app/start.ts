import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programVersion } from '#platform/server/version.ts';
import { requireFreePort } from './program/machine.ts';
import { onStopSignal, openProgram, runProgram, settingsOfProcess } from './program/program.ts';
import { listen } from './server.ts';
import { buildWeb } from './build/webBuild.ts';

/** Minds the worker program: starts it again when it ends by itself. */
function mindWorker(flags: readonly string[]): { stop: () => Promise<void> } {
  let stopping = false;
  let child: ChildProcess | null = null;
  const ended = (async () => {
    for (let waitMs = 500; !stopping; waitMs = Math.min(waitMs * 2, 15_000)) {
      const started = Date.now();
      child = fork(path.join(import.meta.dirname, 'worker.ts'), flags, {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: process.env,
      });
      await new Promise((resolve) => child!.once('exit', resolve));
      if (stopping) return;
      if (Date.now() - started > 60_000) waitMs = 500;
      console.error('The worker ended by itself; starting it again.');
      await pause(waitMs);
    }
  })();
  return {
    stop: async () => {
      stopping = true;
      child?.kill('SIGTERM');
      await Promise.race([ended, pause(15_000, undefined, { ref: false })]);
      child?.kill('SIGKILL');
    },
  };
}

await runProgram(async () => {
  const flags = new Set(process.argv.slice(2));
  // on a terminal the log would drown the address
  process.env.LOG_LEVEL ??= 'warn';
  let settings = settingsOfProcess();
  await requireFreePort(settings);
  const demo = flags.has('--demo') ? await import('./demo.ts') : null;
  const example = demo && (await demo.openDemo(settings));
  // the demo's own website may be scanned
  if (example) settings = settingsOfProcess();
  if (!flags.has('--dev') && buildWeb()) console.error('Built the browser part.');
  const program = await openProgram('server', settings, { migrates: true });
  const dev = flags.has('--dev') ? await (await import('./dev.ts')).openDevPages(program.base) : null;
  const { app } = await listen(program, dev ? { addPages: dev.addPages } : {});
  const worker = mindWorker(demo ? ['--demo'] : []);
  onStopSignal(async () => {
    await Promise.all([worker.stop(), app.close()]);
    await dev?.close();
    await example?.close();
    await program.close();
  });
  await demo?.fillDemo(program, example);
  console.log(`\n  The portal is ready:  ${settings.publicUrl}  (version ${programVersion})`);
  if (program.providers.mailboxAddress)
    console.log(`  Mails it sends:       ${program.providers.mailboxAddress}`);
  console.log('  Ctrl-C stops everything.\n');
});
