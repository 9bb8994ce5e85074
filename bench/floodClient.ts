// What one organization asks for without end, in a thread of its own: the neighbor's times are taken in another one.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { signIn } from './people.ts';

export type FloodOrders = {
  origin: string;
  clientId: string;
  person: { email: string; password: string; address: string };
  /** A policy that is downloaded again and again. */
  policyId: string;
  /** Paths of calls that are asked with bodies that fit none of them. */
  paths: string[];
  /** How many of those. */
  calls: number;
};

const { origin, clientId, person, policyId, paths, calls } = workerData as FloodOrders;
let stopped = false;
parentPort!.on('message', () => (stopped = true));
const flooder = await signIn(origin, clientId, person);
parentPort!.postMessage('flooding');

const downloads = Array.from({ length: 20 }, async (_all, n) => {
  while (!stopped) {
    const { status } = await flooder.get(`/policy/policyDownload/${policyId};1/flood${n}.pdf`);
    if (status !== 200) await pause(200);
  }
});
let left = calls;
const posts = Array.from({ length: 8 }, async () => {
  while (left-- > 0 && !stopped) {
    // nothing here fits: what an organization has stays as it is
    const body = { targetId: `'${left}`, policy: { id: left }, trainees: 'x'.repeat(2_000), data: [[left]] };
    await flooder.post(paths[left % paths.length]!, body);
  }
});
await Promise.all([...downloads, ...posts]);
parentPort!.close();
