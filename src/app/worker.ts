import { startWorker } from '#platform/server/jobs/jobs.ts';
import { programVersion } from '#platform/server/version.ts';
import { jobHandlers } from './program/jobs.ts';
import { requireFreePort } from './program/machine.ts';
import { onStopSignal, openProgram, runProgram, settingsOfProcess } from './program/program.ts';
import { workerStatus } from './program/workerStatus.ts';

await runProgram(async () => {
  // the program that forked this one has read the content and found no mistake
  const settings = settingsOfProcess();
  const { workerAddress } = settings;
  if (workerAddress) await requireFreePort(workerAddress, { port: 'WORKER_PORT', host: 'WORKER_HOST' });
  const program = await openProgram('worker', settings, { migrates: false, content: !process.connected });
  const { providers } = program.base;
  if (process.argv.includes('--demo'))
    providers.ratings = (await import('./demo/ratingStory.ts')).storytold(providers.ratings, () => 0);
  const worker = await startWorker(
    program.connections.direct,
    jobHandlers.map((handler) => ({ ...handler, ...handler.paceOf?.(program.settings) })),
    () => program.base,
    program.base.log,
    program.notices,
  );
  const { database, registries } = program;
  const status =
    workerAddress && workerStatus({ settings, pulse: worker.pulse, isReady: database.isReady, registries });
  const address = await status?.listen(workerAddress);
  program.base.log.info(
    { version: programVersion, ...(address === undefined ? {} : { address }) },
    'worker ready',
  );
  onStopSignal(async () => {
    // it answers until the last job is handed back, so that nobody takes a worker that stops for one that hangs
    await worker.stop();
    await status?.close();
    await program.close();
  });
});
