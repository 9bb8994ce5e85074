import { nameBytes } from './names.ts';
import { typeCodes, type DnsMessage, type RecordType, type Rrsig, type WireRecord } from './wire.ts';

const maxAliases = 10;

/** Lower case without the last dot; null for what cannot stand in a question. */
export function askable(name: string): string | null {
  const bare = name.toLowerCase().replace(/\.$/, '');
  if (bare === '') return '.';
  return /^[\x21-\x7e]+$/.test(bare) && !/[\\"]/.test(bare) && nameBytes(bare) ? bare : null;
}

type Led =
  | { set: WireRecord[]; signatures: Rrsig[]; name: string }
  | { status: 'malformed' | 'servfail'; reason: string }
  /** The aliases end at a name of which the message has no record of this type. */
  | { name: string };

/**
 * Where the aliases in a message lead from a name; each name passed is added to `aliases`. Only what this chain leads to
 * counts, whatever else stands in the answer.
 */
export function followAliases(
  { answers }: DnsMessage,
  type: RecordType,
  from: string,
  aliases: string[],
): Led {
  let name = from;
  for (;;) {
    const own = answers.filter((record) => record.name === name);
    const set = own.filter((record) => record.type === type);
    if (set.length > 0) {
      const signatures = own
        .filter((record) => record.type === 'RRSIG')
        .map((record) => record.data as Rrsig)
        .filter((signature) => signature.covers === typeCodes[type]);
      return { name, set, signatures };
    }
    const alias = own.find((record) => record.type === 'CNAME');
    if (!alias || type === 'CNAME') return { name };
    aliases.push(name);
    const target = askable(alias.data as string);
    if (target === null) return { status: 'malformed', reason: 'an alias leads to an impossible name' };
    if (aliases.includes(target)) return { status: 'servfail', reason: 'aliases lead in a circle' };
    if (aliases.length > maxAliases) return { status: 'servfail', reason: 'too many aliases' };
    name = target;
  }
}

/** The server only says who else could be asked. */
export const refersElsewhere = (message: DnsMessage): boolean =>
  !message.authoritative &&
  !message.recursionAvailable &&
  message.authorities.some((record) => record.type === 'NS');
