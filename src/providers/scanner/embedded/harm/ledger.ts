import { bodyText, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import type { PageForm } from '#probes/web/form.ts';
import type { ScanCoverage } from '../../port.ts';
import type { Meaning } from './credentials.ts';
import { mutationsOf } from './graphql.ts';
import type { Former, Restored } from './putBack.ts';
import { safetyWord, wordsOf } from './words.ts';
import type { Reason } from './reasons.ts';
import { changesByMethod, shapeOf, type Sent } from './sent.ts';

/** Counts what the scan sends where it may stay, and knows what was left behind in the end. */

export type Entry = {
  method: string;
  path: string;
  names: string;
  meaning: Meaning;
  form: PageForm | null;
  /** The website keeps what is sent there: known by words, answers, or because it was read again. */
  keeps: boolean;
  former: Former | null;
  prepared: boolean;
  taken: number;
  byCheck: Map<string, number>;
  /** One after another, as long as it matters. */
  turn: Promise<unknown>;
  closed: Reason | null;
  /** Of a sign-in: how a wrong password was answered at first. */
  firstAnswer?: string;
  files: number;
  mails: boolean;
  restored: Restored | null;
};

type LeftBehind = NonNullable<ScanCoverage['leftBehind']>[number];

const creating =
  /^(?:add|create|creates|insert|store|comment|comments|message|messages|contact|feedback|newsletter|subscribe|subscription|register|signup|registration|book|booking|reserve|invite|invitation|upload|uploads|ticket|tickets|review|reviews|reply|replies|guestbook|notes|note|posts|entries|items|orders|report|apply|enquiry|inquiry|publish)$/;
const pressing =
  /^(?:add|create|comment|post|publish|subscribe|register|sign|book|reserve|invite|upload|reply|share|order|hinzufügen|erstellen|registrieren|anlegen|añadir|crear|ajouter|créer)$/;
const mailing =
  /^(?:contact|feedback|newsletter|subscribe|subscription|invite|invitation|forgot|remind|reminder|enquiry|inquiry|support|kontakt|contacto)$/;
const thanks =
  /\b(?:thank you|thanks for|has been (?:added|created|saved|sent|posted|submitted|received|stored|updated|uploaded)|was (?:added|created|saved|sent|posted|submitted|received|stored|updated)|successfully|we(?:'ll| will) (?:get back|contact)|your (?:message|comment|entry|request|order|review) (?:is|was|has)|saved\b|gespeichert|vielen dank|gracias|merci|enregistré|guardado)/i;

/** What the form says of itself promises an entry somewhere. */
function promisesEntry(path: string, form: PageForm | null): boolean {
  const buttons = (form?.buttons ?? []).flatMap(wordsOf);
  return (
    wordsOf(new URL(path).pathname).some((word) => creating.test(word)) ||
    buttons.some((word) => pressing.test(word))
  );
}

export function saysKept(answer: HttpAnswer, before: string, sent: Sent): boolean {
  if (answer.status === 201) return true;
  const next = redirectTarget(answer);
  const values = sent.fields.map(({ value = '' }) => value).filter((value) => value.length > 3);
  if (next)
    return !values.some(
      (value) => next.href.includes(encodeURIComponent(value)) || next.href.includes(value),
    );
  const text = bodyText(answer).slice(0, 100_000);
  return thanks.test(text.replace(/<[^<>]*>/g, ' ')) && !thanks.test(before.replace(/<[^<>]*>/g, ' '));
}

export const occurrences = (text: string, word = safetyWord): number => text.split(word).length - 1;

export function makeLedger() {
  const entries: Entry[] = [];

  /** Addresses that differ in one segment only are one place: a point of the path. */
  const near = (one: string, other: string) => {
    const [left, right] = [one.split('/'), other.split('/')];
    return left.length === right.length && left.filter((segment, at) => segment !== right[at]).length <= 1;
  };

  return {
    entries,
    entryOf(sent: Sent, form: PageForm | null, meaning: Meaning): Entry {
      const { method, path, names } = shapeOf(sent);
      const list = entries.filter(
        (entry) =>
          entry.method === method && (entry.names === names || (form !== null && entry.form === form)),
      );
      const known =
        list.find((entry) => entry.path === path) ??
        list.find((entry) => sent.body !== undefined && near(entry.path, path));
      if (known) return known;
      const words = wordsOf(new URL(path).pathname);
      const entry: Entry = {
        method,
        path,
        names,
        meaning,
        form,
        keeps:
          meaning === 'sign-up' ||
          (sent.body !== undefined && mutationsOf(sent.body).length > 0) ||
          ((changesByMethod(method) || form !== null) && promisesEntry(path, form)),
        former: null,
        prepared: false,
        taken: 0,
        byCheck: new Map(),
        turn: Promise.resolve(),
        closed: null,
        files: 0,
        mails: [...words, ...(form?.buttons ?? []).flatMap(wordsOf)].some((word) => mailing.test(word)),
        restored: null,
      };
      if (entries.length < 5000) entries.push(entry);
      return entry;
    },
    leftBehind(mark: string): LeftBehind[] {
      const left: LeftBehind[] = [];
      const silent: Entry[] = [];
      const marked = `with “${safetyWord}” or “${mark}”`;
      for (const entry of entries) {
        if (entry.taken === 0 || entry.meaning === 'sign-in') continue;
        const where = `${entry.method} ${entry.path}${entry.form ? ` (form on ${entry.form.page})` : ''}`;
        const times = entry.taken === 1 ? 'once' : `${entry.taken} times`;
        if (entry.former && entry.restored !== 'failed' && entry.restored !== null) {
          // An editing form that has its former values again has left nothing.
          if (entry.restored === 'restored' || entry.former.kind === 'record') continue;
        }
        if (entry.former && entry.restored === 'failed')
          left.push({
            where,
            what: `Values were changed ${times} and could not be put back: set them again by hand.`,
          });
        else if (entry.meaning === 'sign-up')
          left.push({ where, what: `Accounts may have been registered ${marked}: sent ${times}.` });
        else if (entry.files > 0)
          left.push({
            where,
            what: `${entry.files === 1 ? 'A file' : `${entry.files} files`} whose name or content begins ${marked}.`,
          });
        else if (entry.mails)
          left.push({ where, what: `Messages or subscriptions ${marked} may have been sent: ${times}.` });
        else if (entry.keeps) left.push({ where, what: `Entries ${marked}: sent ${times}.` });
        else silent.push(entry);
      }
      if (silent.length > 0) {
        const paths = [...new Set(silent.map(({ path }) => new URL(path).pathname))];
        left.push({
          where: new URL(silent[0]!.path).origin,
          what: `${silent.length} more forms and calls took what was sent and showed nothing of it afterwards; what they keep bears ${safetyWord} or ${mark}: ${paths.slice(0, 20).join(', ')}${paths.length > 20 ? ' …' : ''}`,
        });
      }
      return left;
    },
  };
}
