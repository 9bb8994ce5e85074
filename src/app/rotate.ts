import { addKeyToFile } from '#platform/server/secrets/keyFile.ts';
import { requireDataDir } from './program/machine.ts';
import { openProgram, runProgram, settingsOfProcess } from './program/program.ts';
import { StartError } from './program/startError.ts';
import { resealAll } from './database/reseal.ts';

const usage = `Usage: npm run rotate [-- --new-key]

Seals what is stored with the current secret of the installation, and says what is left under an earlier one.

  --new-key   puts a new key before those of the key file in DATA_DIR; restart the portal, then run npm run rotate.
              With SECRET_KEY set: change SECRET_KEY instead, and name the earlier value in SECRET_KEY_OLD.`;

const args = process.argv.slice(2);
if (args.some((arg) => arg !== '--new-key')) {
  console.error(usage);
  process.exit(2);
}
await runProgram(async () => {
  const settings = settingsOfProcess();
  if (args.includes('--new-key')) {
    if (settings.secretKey)
      throw new StartError(
        'SECRET_KEY is set, so the key file is not used: change SECRET_KEY, and name its earlier value in SECRET_KEY_OLD.',
      );
    requireDataDir(settings.dataDir);
    addKeyToFile(settings.dataDir);
    console.log('Added a new key. Restart the portal, then run npm run rotate.');
    return;
  }
  const program = await openProgram('rotate', settings, { migrates: false, content: false });
  const done = await resealAll(program);
  for (const { what, resealed, left } of done)
    console.log(`${what}: ${resealed} sealed again${left > 0 ? `, ${left} left under an earlier key` : ''}`);
  const left = done.reduce((sum, one) => sum + one.left, 0);
  console.log(
    left === 0
      ? 'Nothing is left under an earlier key. Links that it signed stop working once it is removed.'
      : `${left} left: keep the earlier key, or give up what it alone can open.`,
  );
  await program.close();
});
process.exit(0);
