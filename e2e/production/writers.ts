import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeAdministrator, type Answer, type Calls } from '../calls.ts';
import { openCaller } from './caller.ts';
import type { Layout } from './layout.ts';
import { until } from '../world.ts';
import { gapMeter } from './probe.ts';

type Kind = {
  name: string;
  /** What is written at the nth turn. */
  write: (n: number) => { path: string; body: object };
  /** Numbers of writes that can be read now; of a value that is overwritten, its last. */
  read: () => Promise<number[]>;
  /** Whether each write leaves something of its own. */
  keepsAll?: true;
};

const must = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};

const numberIn = (words: string): number => Number(/\d+/.exec(words)?.[0] ?? 0);

function kindsOf(calls: Calls, targetId: string, policyId: string): Kind[] {
  const readTrainees = async () => {
    const numbers: number[] = [];
    for (let page = 1; ; page++) {
      const asked = { only: 'list', page, pageSize: 100, sort: 'email', standing: 'all' };
      const { trainees } = await must(
        calls.post<{ trainees: { email: string }[] }>('/training/loadTrainingData', asked),
      );
      numbers.push(...trainees.map(({ email }) => numberIn(email)));
      if (trainees.length < 100) return numbers;
    }
  };
  // some thousand notes to one question
  const questionId = 'leadership-1-key';
  return [
    {
      name: 'trainees',
      keepsAll: true,
      write: (n) => ({
        path: '/training/saveTrainees',
        body: { trainees: [{ firstName: 'Dora', lastName: 'Quay', email: `dora${n}@harbor-lamps.com` }] },
      }),
      read: readTrainees,
    },
    {
      name: 'policy draft',
      write: (n) => ({
        path: '/policy/policySave',
        body: { policy: { id: policyId, customPolicy: `<p>Draft ${n}</p>` } },
      }),
      read: async () => {
        const { data } = await must(
          calls.post<{ data: { customPolicy: string } }>('/policy/policyLoad', { policyType: policyId }),
        );
        return [numberIn(data.customPolicy)];
      },
    },
    {
      name: 'website name',
      write: (n) => ({
        path: '/monitoring/webapps/editTarget',
        body: { zeguroTargetId: targetId, appName: `Name ${n}` },
      }),
      read: async () => {
        const { targetList } = await must(
          calls.post<{ targetList: { targetName: string }[] }>('/monitoring/webapps/loadTargetList'),
        );
        return [numberIn(targetList[0]!.targetName)];
      },
    },
    {
      name: 'maturity answer',
      write: (n) => ({
        path: '/zimm/saveAssessment',
        body: { data: { questionId, answer: 'no', note: `Note ${n}` } },
      }),
      read: async () => {
        const { data } = await must(
          calls.get<{ data: { questions: Record<string, { note: string }> } }>('/zimm/assessment'),
        );
        return [numberIn(data.questions[questionId]!.note)];
      },
    },
  ];
}

/** Refusals after which the same call with the same key may be sent again. */
const comeAgain = new Set(['unavailable', 'idempotency-key-in-use', 'too-many-requests', 'not-ours']);

/** A writer that is refused so often for other reasons gives up. */
const mostUnexpected = 5;

/** Goes on writing, one write after another, each until it is acknowledged. */
function startWriter(kind: Kind, caller: ReturnType<typeof openCaller>, from: number) {
  const gaps = gapMeter();
  const counts: Record<string, number> = {};
  const acknowledged: number[] = [];
  const unexpected: string[] = [];
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  let stopped = false;
  const writeOnce = async (n: number) => {
    const { path, body } = kind.write(n);
    for (let key: string = randomUUID(); ;) {
      const sent = await caller.post(path, body, key).catch((error: Error) => error);
      if (sent instanceof Error) count('cut off');
      else if (sent.status === 200) return;
      else {
        count(`${sent.status} ${sent.code}`);
        if (sent.code === 'idempotency-outcome-unknown') key = randomUUID();
        else if (!comeAgain.has(sent.code ?? '') || sent.status === 500) {
          unexpected.push(`${kind.name}: ${sent.status} ${JSON.stringify(sent.body)}`);
          if (unexpected.length > mostUnexpected) throw new Error(unexpected.join('\n'));
          key = randomUUID();
        }
      }
      // a browser waits a little longer; the pause that is measured is the portal's
      await pause(100);
    }
  };
  const work = (async () => {
    for (let n = from + 1; !stopped; n++) {
      await writeOnce(n);
      acknowledged.push(n);
      gaps.succeed();
      await pause(100);
    }
  })();
  work.catch(() => {});
  return {
    kind,
    work,
    gaps,
    counts,
    acknowledged,
    unexpected,
    stop: async () => {
      stopped = true;
      await work;
    },
  };
}

type Ride = {
  /** Waits until each writer has got so many more writes acknowledged. */
  acknowledge: (more: number) => Promise<void>;
  /** Longest time in which a writer got nothing acknowledged, since this was last asked. */
  pauseMs: () => number;
  /** Ends the writing; says what became of it. */
  finish: () => Promise<Outcome>;
};
export type Outcome = {
  acknowledged: number;
  lost: string[];
  unexpected: string[];
  counts: Record<string, number>;
};

/** A website of an administrator's company; the portal itself adds none whose name is not in the DNS. */
async function addWebsite({ sql }: Layout, email: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into website (org_id, id, name, name_key, url, url_key, scan_profile, confirmed_by, confirmed_by_person, confirmed_at, created_at)
     select org_id, gen_random_uuid(), 'Name 0', 'name 0', 'https://harbor-lamps.com', 'harbor-lamps.com', 'safe', email, cognito_id, now(), now()
     from admin where email = $1 returning id`,
    [email],
  );
  return row!.id;
}

/** A server may answer from memory for a second after another one wrote; what is lost stays lost. */
const longestMemoryMs = 5000;

/** Acknowledged writes that cannot be read, in words. */
async function stillMissing(kind: Kind, acknowledged: readonly number[]): Promise<string[]> {
  const last = acknowledged.at(-1) ?? 0;
  for (const end = performance.now() + longestMemoryMs; ; await pause(200)) {
    const read = await kind.read().catch((error: unknown) => {
      // the last fault may not be over for whoever only reads
      if (performance.now() > end) throw error;
      return null;
    });
    if (!read) continue;
    const there = new Set(read);
    const missing = kind.keepsAll
      ? acknowledged.filter((n) => !there.has(n))
      : read[0]! >= last
        ? []
        : [last];
    if (missing.length === 0) return [];
    if (performance.now() > end)
      return missing.map((n) => `${kind.name} ${n}${kind.keepsAll ? '' : `, read ${read[0]}`}`);
  }
}

/** Administrators of companies, and what they write. */
export async function openWriters(
  layout: Layout,
  companies: readonly string[],
): Promise<{ calls: Calls; ride: () => Ride; close: () => void }> {
  const people = await Promise.all(
    companies.map(async (companyName) => {
      const email = `ada@${companyName.toLowerCase().replaceAll(' ', '-')}.com`;
      const calls = await makeAdministrator(layout, email, { companyName });
      const targetId = await addWebsite(layout, email);
      const policy = { name: 'Keys', custom: true, customPolicy: '<p>Draft 0</p>' };
      const { data } = await must(calls.post<{ data: { id: string } }>('/policy/policySave', { policy }));
      return { calls, kinds: kindsOf(calls, targetId, data.id) };
    }),
  );
  const all = people.flatMap(({ calls, kinds }, person) =>
    kinds.map((kind, at) => ({
      kind,
      caller: openCaller(layout, calls, person * 4 + at),
      last: 0,
      everKept: [] as number[],
    })),
  );
  return {
    calls: people[0]!.calls,
    ride: () => {
      const writers = all.map(({ kind, caller, last }) => startWriter(kind, caller, last));
      return {
        acknowledge: async (more) => {
          await Promise.all(
            writers.map(async ({ acknowledged, work }) => {
              const goal = acknowledged.length + more;
              await Promise.race([
                until('writes to be acknowledged', async () => acknowledged.length >= goal, 90),
                work,
              ]);
            }),
          );
        },
        pauseMs: () => Math.max(...writers.map(({ gaps }) => gaps.takeMs())),
        finish: async () => {
          await Promise.all(writers.map(({ stop }) => stop()));
          const lost: string[] = [];
          await Promise.all(
            writers.map(async ({ kind, acknowledged }, at) => {
              const own = all[at]!;
              own.last = acknowledged.at(-1) ?? own.last;
              own.everKept.push(...acknowledged);
              lost.push(...(await stillMissing(kind, own.everKept)));
            }),
          );
          const counts: Record<string, number> = {};
          for (const writer of writers)
            for (const [what, times] of Object.entries(writer.counts))
              counts[what] = (counts[what] ?? 0) + times;
          return {
            acknowledged: writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
            lost,
            unexpected: writers.flatMap(({ unexpected }) => unexpected),
            counts,
          };
        },
      };
    },
    close: () => {
      for (const { caller } of all) caller.close();
    },
  };
}
