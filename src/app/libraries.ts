import { readFileSync, statSync } from 'node:fs';
import {
  BadRepository,
  dataFolder,
  dropRepository,
  keepRepository,
  readTableInUse,
} from '#probes/libraries/operator.ts';

const usage = `Usage: npm run libraries -- FILE

Lays a retire.js repository (jsrepository-v4.json or newer) over our own facts about script libraries. Fetch the file where
there is a network. It is kept in the data folder (DATA_DIR) and used by every scan that begins from now on.

  without FILE   says what is in use
  --reset        goes back to our own facts`;

const some = (list: readonly string[]) =>
  `${list.slice(0, 12).join(', ')}${list.length > 12 ? ` and ${list.length - 12} more` : ''}`;

function reportInUse(dataDir: string): void {
  const { table, added, problem } = readTableInUse(dataDir);
  const flaws = table.libraries.reduce((sum, library) => sum + library.flaws.length, 0);
  console.log(`${table.libraries.length} libraries with ${flaws} flaws, as of ${table.asOf}.`);
  console.log(
    added
      ? `A repository with ${added.libraries.length} libraries lies over our own facts.`
      : 'These are our own facts.',
  );
  if (problem) console.error(problem);
}

function main(args: readonly string[]): number {
  const dataDir = dataFolder();
  const [file, ...rest] = args;
  if (rest.length > 0 || file === '--help' || file === '-h') {
    console.log(usage);
    return rest.length > 0 ? 2 : 0;
  }
  if (file === undefined) {
    reportInUse(dataDir);
    return 0;
  }
  if (file === '--reset') {
    dropRepository(dataDir);
    reportInUse(dataDir);
    return 0;
  }
  const day = statSync(file).mtime.toISOString().slice(0, 10);
  const change = keepRepository(dataDir, readFileSync(file, 'utf8'), day);
  const { libraries, newFlaws, goneFlaws } = change;
  console.log(`Loaded, as of ${change.asOf}.`);
  if (libraries.length > 0) console.log(`${libraries.length} new libraries: ${some(libraries)}`);
  console.log(newFlaws.length > 0 ? `${newFlaws.length} new flaws: ${some(newFlaws)}` : 'No new flaws.');
  if (goneFlaws.length > 0) console.log(`${goneFlaws.length} flaws no longer listed: ${some(goneFlaws)}`);
  return 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(
    error instanceof BadRepository
      ? `${error.message} Nothing was changed.`
      : `The file cannot be read or kept: ${(error as Error).message} Nothing was changed.`,
  );
  process.exitCode = 1;
}
