import { migrateAll, openConnections } from '#platform/server/connections.ts';
import { openLog } from '#platform/server/log.ts';
import { jobSpecs } from './modules.ts';
import { runProgram, settingsOfProcess } from './program.ts';

await runProgram(async () => {
  const settings = settingsOfProcess();
  const connections = await openConnections(settings, openLog('migrate', settings.logLevel));
  const applied = await migrateAll(connections.owner, jobSpecs);
  await connections.close();
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
});
process.exit(0);
