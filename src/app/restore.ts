import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { openLog } from '#platform/server/log/log.ts';
import { readWholeBackup } from './backup/checkBackup.ts';
import { restoreBackup } from './backup/restoreBackup.ts';
import { requireDataDir } from './program/machine.ts';
import { closeAll, inPlainWords, reach, runProgram, settingsOfProcess } from './program/program.ts';

const usage = `Usage: npm run restore -- DIR [--check] [--replace [--confirm DATABASE]]

Makes this installation as it was when npm run backup wrote the folder. Stop servers and workers first.

  --check    reads all of the backup and says whether it is whole; changes nothing
  --replace  deletes the organizations that the database holds; asks for its name, or takes it from --confirm`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { check: { type: 'boolean' }, replace: { type: 'boolean' }, confirm: { type: 'string' } },
    });
    if (positionals.length === 1) return { folder: path.resolve(positionals[0]!), ...values };
  } catch {
    // an option that is none
  }
  console.error(usage);
  process.exit(2);
}

const { folder, check, replace, confirm } = readArguments();

/** Deleting takes the name of the database: on a terminal it is asked for. */
async function mayReplace({
  database,
  organizations,
}: {
  database: string;
  organizations: number;
}): Promise<boolean> {
  if (!replace) return false;
  if (confirm !== undefined || !process.stdin.isTTY) return confirm === database;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `This deletes ${organizations} organization(s). Type the name of the database (${database}) to go on: `,
  );
  terminal.close();
  return answer.trim() === database;
}

await runProgram(async () => {
  const settings = settingsOfProcess();
  if (check) {
    const { program, madeAt, tables, files } = await readWholeBackup(folder);
    console.log(
      `The backup is whole: ${tables.length} tables and ${files.count} files of ${madeAt}, written by version ${program}.`,
    );
    return;
  }
  requireDataDir(settings.dataDir);
  try {
    const connections = await reach(settings, openLog('restore', process.env.LOG_LEVEL ?? 'warn'));
    const { manifest, jobs, applied } = await restoreBackup(folder, settings, connections, mayReplace);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored and verified ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files, as of ${manifest.madeAt}. ${jobs} of ${manifest.jobs.rows} jobs are in the queue again.`,
    );
    if (applied.length > 0) console.log(`Applied ${applied.join(', ')}.`);
    console.log('Start the portal. What waited in the queue then, such as emails, goes on now.');
  } catch (error) {
    throw inPlainWords(settings, error);
  }
  await closeAll();
});
process.exit(0);
