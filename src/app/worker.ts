import { startWorker } from '#platform/server/jobs.ts';
import { programVersion } from '#platform/server/version.ts';
import { scanPace } from '#modules/monitoring/server/jobs.ts';
import { runScanSpec } from '#modules/monitoring/server/jobSpecs.ts';
import { jobHandlers } from './modules.ts';
import { onStopSignal, openProgram, runProgram, settingsOfProcess } from './program.ts';

await runProgram(async () => {
  // the program that forked this one has read the content and found no mistake
  const program = await openProgram('worker', settingsOfProcess(), { migrates: false, content: !process.connected });
  const { providers } = program.base;
  if (process.argv.includes('--demo')) providers.ratings = (await import('./demo/ratingStory.ts')).storytold(providers.ratings, () => 0);
  const worker = await startWorker(
    program.connections.direct,
    jobHandlers.map((handler) =>
      handler.spec.name === runScanSpec.name ? { ...handler, ...scanPace(program.settings.scan.concurrency) } : handler,
    ),
    (job) => ({ ...program.base, log: program.base.log.child({ job: job.name, jobId: job.id }) }),
    program.base.log,
    program.notices,
  );
  program.base.log.info({ version: programVersion }, 'worker ready');
  onStopSignal(async () => {
    await worker.stop();
    await program.close();
  });
});
