import type { OrgScope } from '../ctx.ts';
import { countUseOfEach } from '../http/rateLimit.ts';
import { hashCode } from '../secrets/secrets.ts';

/** Addresses with the same key reach the same mailbox: the part behind a plus is the sender's own mark. */
export const mailboxKey = (email: string): string =>
  email.toLowerCase().replace(/^([^@+]*)\+[^@]*(?=@)/, '$1');

/**
 * Counts a mail to each of these people, so that no list of people is a means of filling one stranger's mailbox.
 * @param purpose what the mails are about; each has a limit of its own
 * @returns those whose mailbox takes another one today; of several who share one, as many as it takes
 */
export async function withinDailyLimit<Person extends { email: string }>(
  ctx: OrgScope,
  purpose: string,
  people: readonly Person[],
  most: number,
): Promise<Person[]> {
  const secret = ctx.secrets.key(`${purpose}-limit`);
  const reached: Person[] = [];
  let left = people.map((person) => ({
    person,
    key: `${purpose}-to:${hashCode(secret, ctx.orgId, mailboxKey(person.email))}`,
  }));
  for (let round = 0; round < most && left.length > 0; round++) {
    const firsts = new Map(left.toReversed().map((one) => [one.key, one]));
    const allowed = await countUseOfEach(ctx.global, [...firsts.keys()], most, 86_400, ctx.now());
    reached.push(
      ...left
        .filter((one) => firsts.get(one.key) === one && allowed.has(one.key))
        .map(({ person }) => person),
    );
    left = left.filter((one) => firsts.get(one.key) !== one);
  }
  return reached;
}
