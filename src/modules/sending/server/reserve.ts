import { pacificDay } from '#platform/days.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { recipientOf } from '#platform/server/mail/thirdParty.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { provedDomains } from '#modules/domains/server/public.ts';
import { heldWords, isAt, peoplePerDay, refusedWords, type Held, type Standing } from '../rules.ts';
import * as store from './sending.store.ts';

/** Who is emailed now, who waits for another day, and what to say about it. */
type Reservation<Person> = Held & { reached: Person[]; waiting: Person[]; notice: string | null };

type Judged<Person> = { person: Person; recipient: string; colleague: boolean };

/**
 * Decides, in the transaction that queues the emails, to whom an organization may have one sent now. Administrators are not
 * counted; people of its own proved domains come before strangers; a person who was written to today counts once. Two
 * transactions of one organization decide one after the other, and what is rolled back was never counted.
 */
export async function reserveEmails<Person extends { email: string }>(
  ctx: OrgScope,
  db: OrgDb,
  people: readonly Person[],
): Promise<Reservation<Person>> {
  await store.lockSender(db);
  const day = pacificDay(ctx.now());
  const [state, domains] = [await store.selectState(db, day), await provedDomains(db)];
  const standing: Standing = state.paying ? 'paying' : domains.length > 0 ? 'proved' : 'unproved';
  const none: Held = { standing, stopped: state.stopped, postponed: 0, declined: 0 };
  const admins = new Set(state.admins);
  const outside = people.filter(({ email }) => !admins.has(email.toLowerCase()));
  const reached = people.filter(({ email }) => admins.has(email.toLowerCase()));
  if (outside.length === 0) return { ...none, reached, waiting: [], notice: null };
  if (state.stopped)
    return {
      ...none,
      postponed: outside.length,
      reached,
      waiting: outside,
      notice: heldWords({ ...none, postponed: outside.length }),
    };

  const judged = outside.map((person): Judged<Person> => ({
    person,
    recipient: recipientOf(ctx, ctx.orgId, person.email),
    colleague: isAt(domains, person.email),
  }));
  const known = await store.selectKnown(
    db,
    day,
    judged.map(({ recipient }) => recipient),
  );
  const left = {
    strangers: peoplePerDay[standing].strangers - state.strangers,
    colleagues: peoplePerDay[standing].colleagues - state.colleagues,
  };
  const [counted, waiting]: [Judged<Person>[], Person[]] = [[], []];
  let declined = 0;
  for (const one of judged) {
    const kind = one.colleague ? 'colleagues' : 'strangers';
    if (known.declined.has(one.recipient)) declined++;
    else if (known.today.has(one.recipient) || left[kind] > 0) {
      if (!known.today.has(one.recipient)) left[kind]--;
      known.today.add(one.recipient);
      counted.push(one);
    } else waiting.push(one.person);
  }
  if (counted.length > 0) await store.countEmails(db, ctx.orgId, day, counted);
  const held = { ...none, postponed: waiting.length, declined };
  return {
    ...held,
    reached: [...reached, ...counted.map(({ person }) => person)],
    waiting,
    notice: heldWords(held),
  };
}

/** The same for one email that is sent now or not at all. Refuses with `code` and says in `notice` what to do next. */
export async function reserveEmail(ctx: OrgScope, db: OrgDb, email: string, code: string): Promise<void> {
  const { reached, ...held } = await reserveEmails(ctx, db, [{ email }]);
  if (reached.length === 0) throw new Refusal(code, { notice: refusedWords(held) });
}
