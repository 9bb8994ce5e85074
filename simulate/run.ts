// npm run simulate -- --seed N --minutes M: plays episodes of faults against the whole portal (docs/simulation.md).
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { embeddedConnections, migrateAll } from '#platform/server/database/connections.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embeddedPostgres/supervisor.ts';
import { jobSpecs } from '#app/program/jobs.ts';
import { playEpisode, roundsOfEpisode, type Outcome } from './episode.ts';
import { plants } from './plants.ts';
import { focuses } from './world.ts';
import { mixSeeds } from './random.ts';
import type { Socket } from './worldDatabase.ts';

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    episode: { type: 'string' },
    rounds: { type: 'string', default: String(roundsOfEpisode) },
    plant: { type: 'string' },
    focus: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});

function usage(problem: string): never {
  console.error(
    `${problem} Usage: npm run simulate -- [--seed N] [--minutes M], or --episode SEED [--rounds R] [--log].`,
  );
  process.exit(2);
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) usage(`--${name} takes a whole number.`);
  return number;
}

/** A PostgreSQL for this run alone; nothing in it must survive a power cut. */
async function startDatabase(): Promise<{ socket: Socket; stop: () => Promise<void> }> {
  const folder = mkdtempSync(
    path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'portal-simulate-'),
  );
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    jit: 'off',
  };
  const server = await startEmbeddedPostgres(folder, settings);
  const client = new pg.Client({ ...server.connection, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query('create database portal_template');
  await client.end();
  await migrateAll(embeddedConnections(server.connection, 'portal_template').owner, jobSpecs);
  return {
    socket: server.connection,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function report({ seed, violation, rounds, log, serverLog }: Outcome): void {
  console.error(`\nFAILED: ${violation}`);
  console.error(`Last steps:\n${log.slice(-40).join('\n')}`);
  const errors = serverLog.slice(-5).map((line) => line.trim().slice(0, 1500));
  if (errors.length > 0) console.error(`Last warnings of the servers:\n${errors.join('\n')}`);
  const more = (['plant', 'focus'] as const)
    .map((name) => (given[name] ? ` --${name} ${given[name]}` : ''))
    .join('');
  console.error(`Replay: npm run simulate -- --episode ${seed} --rounds ${rounds}${more}`);
}

const plant =
  given.plant === undefined
    ? null
    : (plants.find((one) => one === given.plant) ?? usage(`There is no plant ${given.plant}.`));
const focus =
  given.focus === undefined
    ? null
    : (focuses.find((one) => one === given.focus) ?? usage(`--focus takes ${focuses.join(' or ')}.`));
const rounds = whole('rounds', given.rounds);
const seed = given.seed === undefined ? Date.now() % 1_000_000 : whole('seed', given.seed);
const until = Date.now() + (given.minutes === undefined ? 1 : whole('minutes', given.minutes)) * 60_000;

async function playAll(socket: Socket): Promise<number> {
  const one = given.episode === undefined ? null : whole('episode', given.episode);
  if (one === null) console.log(`Seed ${seed}`);
  for (let place = 0, steps = 0; ; place++) {
    const began = Date.now();
    const outcome = await playEpisode(socket, { seed: one ?? mixSeeds(seed, place), rounds, plant, focus });
    steps += outcome.log.length;
    if (given.log) console.log(outcome.log.join('\n'));
    if (outcome.violation) {
      report(outcome);
      return 1;
    }
    console.log(
      `Episode ${place + 1} (${outcome.seed}): ${outcome.log.length} steps, all held, ${Date.now() - began} ms`,
    );
    if (one === null && Date.now() < until) continue;
    console.log(`${place + 1} episodes, ${steps} steps, nothing found.`);
    return 0;
  }
}

const { socket, stop } = await startDatabase();
let code = 1;
try {
  code = await playAll(socket);
} finally {
  await stop();
}
process.exit(code);
