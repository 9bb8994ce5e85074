import path from 'node:path';
import { openLog } from '#platform/server/log/log.ts';
import { writeBackup } from './backup/writeBackup.ts';
import { requireDataDir } from './program/machine.ts';
import { closeAll, inPlainWords, reach, runProgram, settingsOfProcess } from './program/program.ts';

const usage = `Usage: npm run backup -- DIR [--skip-missing]

Writes every row, file and key of the installation into a new folder, as of one moment, while the portal goes on.
The folder holds secrets: keep it closed to others, and encrypted away from this machine.

  --skip-missing  goes on where the database names files whose bytes are gone, and counts them`;

const args = process.argv.slice(2);
const [folder, ...others] = args.filter((arg) => arg !== '--skip-missing');
if (!folder || others.length > 0 || folder.startsWith('-')) {
  console.error(usage);
  process.exit(2);
}
await runProgram(async () => {
  const settings = settingsOfProcess();
  const log = openLog('backup', process.env.LOG_LEVEL ?? 'warn');
  requireDataDir(settings.dataDir);
  try {
    const connections = await reach(settings, log);
    const { tables, jobs, files, key } = await writeBackup(path.resolve(folder), settings, connections, {
      skipsMissing: args.includes('--skip-missing'),
      now: new Date(),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Wrote ${rows} rows of ${tables.length} tables, ${jobs.rows} jobs and ${files.count} files (${files.bytes} bytes) to ${folder}.`,
    );
    if (files.missing > 0) console.log(`${files.missing} files are missing: their bytes were gone before.`);
    console.log(
      key.kind === 'file'
        ? 'The key of the installation is in it (secret.key): keep the folder closed to others.'
        : 'SECRET_KEY is not in it: keep it elsewhere, because a restore needs it. The folder holds secrets all the same: keep it closed to others.',
    );
  } catch (error) {
    throw inPlainWords(settings, error);
  }
  await closeAll();
});
process.exit(0);
