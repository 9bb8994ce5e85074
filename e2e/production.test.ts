import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { askPool } from './calls.ts';
import { everythingLogged, openLayout, type Layout, type Slot } from './production/layout.ts';
import { openProbe } from './production/probe.ts';
import { openWriters, type Outcome } from './production/writers.ts';
import { goodPassword } from './steps.ts';
import { until } from './world.ts';

// one fault after another: a test that ran out of time would still write while the next one does
vi.setConfig({ testTimeout: 600_000 });

const tell = (line: string) => void process.stdout.write(`${line}\n`);

let layout: Layout;
let writers: Awaited<ReturnType<typeof openWriters>>;
beforeAll(async () => {
  layout = await openLayout(inject('network'));
  writers = await openWriters(layout, ['Harbor Lamps', 'Mast Lamps']);
}, 300_000);
afterAll(async () => {
  writers?.close();
  await layout?.close();
  if (results.length > 0)
    tell(
      [
        '| What happened | Acknowledged | Lost | 500 | Pause, ms | Database, ms | Calm, ms |',
        '|---|---|---|---|---|---|---|',
        ...results,
      ].join('\n'),
    );
}, 60_000);

/** Writes that each writer gets acknowledged before and after what happens. */
const enough = 10;
const results: string[] = [];

type Ride = Outcome & { pauseMs: number; calmMs: number; databaseMs: number };

/**
 * Lets the writers write before, while and after something happens.
 * @param beside what keeps the machine busy before, where what happens does so as well
 */
async function ride(
  what: string,
  happen: () => Promise<void>,
  beside: () => Promise<unknown> = async () => {},
): Promise<Ride> {
  const probe = await openProbe(layout.databaseHosts);
  const going = writers.ride();
  await Promise.all([going.acknowledge(enough), beside()]);
  const calmMs = Math.max(going.pauseMs(), probe.gaps.takeMs());
  await happen();
  await going.acknowledge(enough);
  const [pauseMs, databaseMs] = [going.pauseMs(), probe.gaps.takeMs()];
  const outcome = await going.finish();
  await probe.stop();
  const faults = outcome.unexpected.filter((one) => one.includes(': 500')).length;
  results.push(
    `| ${[what, outcome.acknowledged, outcome.lost.length, faults, ...[pauseMs, databaseMs, calmMs].map(Math.round)].join(' | ')} |`,
  );
  tell(`${results.at(-1)} ${JSON.stringify(outcome.counts)}`);
  return { ...outcome, pauseMs, calmMs, databaseMs };
}

/** Every write that was acknowledged is there, and no one was answered by a fault. */
function expectWhole({ lost, unexpected }: Outcome): void {
  expect(lost).toEqual([]);
  expect(unexpected).toEqual([]);
  expect(
    everythingLogged()
      .split('\n')
      .filter((line) => line.includes('"status":500')),
  ).toEqual([]);
}

/**
 * At most two seconds beside what a plain client of the database waits in the same run. A machine that has too much to do
 * answers late all the time: what the same writers waited at most, a moment before and with nothing wrong, is added twice.
 */
const mostPauseMs = ({ databaseMs, calmMs }: Ride) => databaseMs + 2000 + 2 * calmMs;

const restart = async (slot: Slot) => {
  const code = await slot.stop('SIGTERM');
  expect(code, slot.program().output().slice(-2000)).toBe(0);
  await slot.start();
};

const clientId = async () =>
  ((await (await fetch(`${layout.url}/api/config`)).json()) as { userPool: { ClientId: string } }).userPool
    .ClientId;

/** Asks for an account, again and again until that is acknowledged: a worker then sends a mail. */
async function signUp(email: string): Promise<void> {
  const asked = {
    Username: email,
    Password: goodPassword,
    UserAttributes: [{ Name: 'email', Value: email }],
  };
  await until('the sign-up', async () => {
    // a first attempt whose answer was lost may have made the account
    await askPool(layout.url, 'SignUp', { ClientId: await clientId(), ...asked }).catch((error: Error) => {
      if (!error.message.includes('UsernameExists')) throw error;
    });
    return true;
  });
}

/** Asks for an account and waits for its mail; gives the time that both took. */
async function askForMail(email: string): Promise<number> {
  const begun = performance.now();
  await signUp(email);
  await until(`the email to ${email}`, async () => layout.mails.caught(email).length > 0);
  return performance.now() - begun;
}

/** The worker that handed in the first message to an address. */
function workerOf(email: string): Slot {
  const [mail] = layout.mails.caught(email);
  const said = execFileSync('ss', ['-Htnp', `sport = :${mail!.fromPort}`], { encoding: 'utf8' });
  return layout.workers.find((slot) => said.includes(`pid=${slot.program().child.pid},`))!;
}

/** Ends the worker that has a message in its hands; gives the time until another one hands it in. */
async function endWorkerWithMail(email: string, signal: NodeJS.Signals): Promise<number> {
  layout.mails.hold(email);
  await signUp(email);
  await until('the email in hand', async () => layout.mails.caught(email).length === 1);
  const slot = workerOf(email);
  const begun = performance.now();
  const ended = slot.stop(signal);
  await until('the email again', async () => layout.mails.caught(email).length === 2);
  const tookMs = performance.now() - begun;
  expect(await ended).toBe(signal === 'SIGTERM' ? 0 : null);
  await slot.start();
  results.push(
    `| worker ended by ${signal} with an email in hand: handed in again after ${Math.round(tookMs)} ms | | | | | | |`,
  );
  return tookMs;
}

test('a rolling restart of servers and workers loses nothing and holds nobody up', async () => {
  const rolled = await ride(
    'rolling restart',
    async () => {
      for (const slot of [...layout.servers, ...layout.workers]) await restart(slot);
    },
    // a program that starts takes a processor for seconds
    () => layout.migrate().ended,
  );
  expectWhole(rolled);
  expect(rolled.pauseMs).toBeLessThan(mostPauseMs(rolled));
});

test('a server that is killed costs its callers another attempt', async () => {
  const killed = await ride('kill -9 of a server', async () => {
    await layout.servers[0]!.stop('SIGKILL');
  });
  await layout.servers[0]!.start();
  expectWhole(killed);
  expect(killed.pauseMs).toBeLessThan(mostPauseMs(killed));
});

test('what a killed worker had in hand is taken up within 15 seconds', async () => {
  let tookMs = 0;
  const killed = await ride('kill -9 of a worker', async () => {
    tookMs = await endWorkerWithMail('killed@mast-lamps.com', 'SIGKILL');
  });
  expectWhole(killed);
  expect(tookMs).toBeLessThan(15_000 + killed.calmMs);
});

test('what a worker had in hand when it was told to end is taken up when it ends', async () => {
  const told = await ride('TERM of a worker', async () => {
    await endWorkerWithMail('told@mast-lamps.com', 'SIGTERM');
  });
  expectWhole(told);
});

test.each(['fast', 'immediate'] as const)('a database that is restarted (%s) loses nothing', async (how) => {
  const restarted = await ride(`database restart, ${how}`, async () => {
    await layout.primary.stop(how);
    await layout.primary.start();
  });
  expectWhole(restarted);
  expect(restarted.pauseMs).toBeLessThan(mostPauseMs(restarted));
});

test.skipIf(inject('network') === null)(
  'connections that fell silent are noticed by servers and workers within 30 seconds (needs root, for a network of its own)',
  async () => {
    const { network } = layout;
    let mailMs = 0;
    const calmMailMs = await askForMail('calm@mast-lamps.com');
    const silent = await ride('half-open connections', async () => {
      expect(network!.loseOpenConnections()).toBeGreaterThan(10);
      mailMs = await askForMail('silent@mast-lamps.com');
    }).finally(() => network!.restore());
    results.push(
      `| half-open connections: an email was asked for and sent after ${Math.round(mailMs)} ms | | | | | | |`,
    );
    expectWhole(silent);
    expect(silent.pauseMs).toBeLessThan(30_000 + 2 * silent.calmMs);
    expect(mailMs).toBeLessThan(30_000 + 2 * calmMailMs);
  },
);

// the last one: the old primary does not come back
test('the standby is promoted with every acknowledged write, and all programs follow it', async () => {
  const promoted = await ride('primary stopped, standby promoted 2 s later', async () => {
    await layout.primary.stop('immediate');
    // as long as it takes whoever decides on it
    await pause(2000);
    layout.standby.promote();
  });
  expectWhole(promoted);
  expect(promoted.pauseMs).toBeLessThan(mostPauseMs(promoted));
});
