import { policiesModule } from '#modules/policies/server/module.ts';
import {
  addSigners,
  askToSign,
  listSigners,
  remindSigners,
  removeSigner,
} from '#modules/policies/server/signOff/signOff.ts';
import { openSigning, readToSign, sign } from '#modules/policies/server/signOff/signing.ts';
import { chanceBetween } from './chance.ts';
import { visitorCtx } from './oneTransaction.ts';
import { policyIdOf, tokenInMail } from './policies.ts';
import { signing } from './policyYear.ts';
import { team, type Teammate } from './team.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

const browsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
];

/** Fingerprints of what was read, by policy and version: everybody reads the same text, and asking once is quicker. */
type Read = Map<string, string>;

/** A person follows the link of the newest mail, reads what waits there and signs it. */
async function signAll(
  world: World,
  read: Read,
  { name, email, atMost = Number.POSITIVE_INFINITY }: Teammate,
): Promise<void> {
  const browser = browsers[chanceBetween(0, browsers.length - 1, email)]!;
  const visitor = visitorCtx(world.base, `203.0.113.${chanceBetween(20, 90, email)}`, browser);
  const token = tokenInMail(world, email, 'policy-signing');
  const { data } = await openSigning(visitor, { token });
  for (const { id, version, minutes } of data.policies
    .filter(({ signedAt }) => signedAt === null)
    .slice(0, atMost)) {
    const text = `${id} ${version}`;
    if (!read.has(text)) read.set(text, (await readToSign(visitor, { token, policyType: id })).data.textHash);
    world.clock.advance(minutes * chanceBetween(20, 60, email, id));
    await sign(visitor, { token, policyType: id, version, textHash: read.get(text)!, name, agreed: true });
  }
}

/** Everybody is asked to sign; most do, some wait, one leaves. */
export function signingHappenings(world: World): Happening[] {
  const { admin, now } = world;
  const read: Read = new Map();
  const on = (daysAgo: number, hour: number, what: () => Promise<unknown>): Happening => ({
    at: atHour(daysBefore(now, daysAgo), hour),
    happen: async () => {
      await what();
      await workOff(world, policiesModule.jobs);
    },
  });
  const add = (people: readonly Teammate[]) =>
    addSigners(admin(), { people: people.map(({ name, email }) => ({ name, email })) });
  const ask = async () => {
    const ids = await Promise.all(signing.policies.map((id) => policyIdOf(world, id)));
    return askToSign(admin(), { policyTypes: ids.filter((id) => id !== undefined) });
  };
  const remove = async ({ email }: Teammate) => {
    const { data } = await listSigners(admin(), {
      page: 1,
      pageSize: 1,
      search: email,
      only: 'all',
      sort: 'name',
      down: '0',
    });
    return removeSigner(admin(), { memberId: data.people[0]!.memberId });
  };
  const hourOf = ({ email }: Teammate) => 10 + chanceBetween(5, 55, email) / 10;

  const founders = team.filter(({ joined }) => joined === undefined);
  return [
    on(signing.listed, 16, () => add(founders)),
    on(signing.asked, 9, ask),
    ...signing.reminded.map((daysAgo) => on(daysAgo, 9.5, () => remindSigners(admin(), {}))),
    ...team.flatMap((mate): Happening[] => {
      const { joined, left, signs, signsAgain } = mate;
      const asked = joined === undefined ? signing.asked : joined - 1;
      return [
        ...(joined === undefined ? [] : [on(joined, 9, () => add([mate]))]),
        ...(signs === undefined ? [] : [on(asked - signs, hourOf(mate), () => signAll(world, read, mate))]),
        ...(signsAgain === undefined
          ? []
          : [on(signing.changed - signsAgain, hourOf(mate) + 1, () => signAll(world, read, mate))]),
        ...(left === undefined ? [] : [on(left, 17, () => remove(mate))]),
      ];
    }),
  ];
}
