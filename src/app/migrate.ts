import { forgetFolder } from '#providers/files/embedded/folderMark.store.ts';
import { openLog } from '#platform/server/log/log.ts';
import { closeAll, connect, runProgram, settingsOfProcess } from './program/program.ts';

await runProgram(async () => {
  const settings = settingsOfProcess();
  const { applied, connections } = await connect(settings, openLog('migrate', settings.logLevel), {
    migrates: true,
  });
  if (process.argv.includes('--forget-folder')) await forgetFolder(connections.owner);
  await closeAll();
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
});
process.exit(0);
