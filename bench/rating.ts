import type { Socket } from 'node:net';
import { createServer, connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { goodPage, startTestLab, toHttps } from '#providers/ratings/embedded/testing/lab.ts';
import { vectorIds } from '#providers/ratings/vectors.ts';

/** One way between two machines on the internet, milliseconds. */
const latencyMs = Number(process.env.BENCH_LATENCY ?? 40);
const rounds = Number(process.env.BENCH_RUNS ?? 5);
const mostSeconds = 10;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** Everything that is sent comes so much later; connecting takes a way there and back. */
async function far(target: string): Promise<string> {
  const [host, port] = target.split(':') as [string, string];
  const delayed = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), latencyMs));
    from.on('close', () => setTimeout(() => to.destroy(), latencyMs)).on('error', () => {});
  };
  const server = createServer((near) => {
    const there = connect(Number(port), host);
    delayed(there, near);
    near.pause();
    setTimeout(() => {
      delayed(near, there);
      near.resume();
    }, 2 * latencyMs);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One domain with everything, as far away as the latency says: how long a rating takes beside a single visit to its website. */
export async function run(): Promise<void> {
  const lab = await startTestLab({
    'shop.test': { A: '192.0.2.10', MX: '10 mail.shop.test', TXT: 'v=spf1 mx -all', delayMs: 2 * latencyMs },
    'www.shop.test': { A: '192.0.2.10', delayMs: 2 * latencyMs },
    'mail.shop.test': { A: '192.0.2.11', delayMs: 2 * latencyMs },
    '_dmarc.shop.test': { TXT: 'v=DMARC1; p=reject; rua=mailto:d@shop.test', delayMs: 2 * latencyMs },
    '*.shop.test': { delayMs: 2 * latencyMs },
  });
  lab.feeds({ 'compromised.json': [], 'breaches.json': [] });
  const https = await lab.https(goodPage, 'wide');
  lab.book['shop.test:443'] = await far(https);
  lab.book['www.shop.test:443'] = await far(https);
  lab.book['shop.test:80'] = await far(await lab.http(toHttps));
  lab.book['mail.shop.test:25'] = await far(await lab.smtp());

  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const floors: number[] = [];
  const ratings: number[] = [];
  let measured = 0;
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await timed(() => lab.measure('application_security')));
    ratings.push(
      await timed(async () => {
        const { scored } = await lab.rate('shop.test', { verified: true });
        measured = vectorIds.filter((id) => scored.vectors[id]!.score !== null).length;
      }),
    );
  }
  const [floor, rating] = [median(floors), median(ratings)];
  console.log(
    `One domain, ${2 * latencyMs} ms there and back, ${measured} of ${vectorIds.length} vectors measured, median of ${rounds}`,
  );
  console.log(`floor: visiting the website alone  ${floor.toFixed(2)} s`);
  console.log(
    `the whole rating                   ${rating.toFixed(2)} s  ${(rating / floor).toFixed(1)} x floor  (goal: under ${mostSeconds} s)`,
  );
  await lab.close();
  if (rating > mostSeconds) process.exitCode = 1;
}
