import type { Tried } from '../../rule.ts';
import { randomInt } from 'node:crypto';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { likeness, settledText } from '../../answers/likeness.ts';
import type { Fill } from '../../points/point.ts';

/** Proof by pairs: a condition that holds brings one answer, one that does not another, again and again, and nonsense neither. */

export type Sent = { value: string; fill?: Fill };

export type PairForm = {
  /** In what the value stands: for the evidence. */
  where: string;
  /** The text with a condition; `truth` says whether it holds. The numbers are new at each call. */
  write: (truth: boolean, a: number, b: number) => Sent;
  /** The same as nonsense to an interpreter, with the same words: has to answer unlike the condition that holds. */
  broken: (a: number, b: number) => Sent;
  /** The condition once more as only this language knows it; has to answer like the one that holds. */
  sure?: (a: number) => Sent;
  /** The same pair in another writing, for forms whose two halves a filter could tell apart. */
  twin?: (truth: boolean, a: number) => Sent;
  /** `and`: what holds changes nothing; `or`: what does not hold changes nothing. */
  kind: 'and' | 'or';
};

type PairProof = { holds: HttpAnswer; payload: string; counter: string; where: string };

// Pages that change more than this by themselves say nothing.
const leastCalm = 0.8;

// Asked only once a pair fits. A page that chooses between two answers by chance fits each round one time in four; with the
// many forms that a point is asked in, three rounds let 3 % of such points through, six less than 0.1 %.
const rounds = 6;

function makeComparer(tried: Tried) {
  const { plain, again, point } = tried;
  const still =
    plain.status === again.status && settledText(plain, [point.value]) === settledText(again, [point.value]);
  const noise = still ? 1 : likeness(plain, again, [point.value]);
  const isSame = (a: HttpAnswer, b: HttpAnswer, sentA: string, sentB: string): boolean => {
    const alike = likeness(a, b, [sentA, point.value], [sentB, point.value]);
    return still ? alike >= 0.999 : alike >= noise - 0.03;
  };
  const isOther = (a: HttpAnswer, b: HttpAnswer, sentA: string, sentB: string): boolean => {
    const alike = likeness(a, b, [sentA, point.value], [sentB, point.value]);
    return still ? alike < 0.998 : alike < noise - 0.12;
  };
  return { calm: noise >= leastCalm, isSame, isOther };
}

// Two numbers and their sum have four digits each: a page that answers by the length of a text answers every condition alike.
const fresh = () => {
  const a = randomInt(1000, 4500);
  return [a, a + randomInt(1, 900)] as const;
};

/** Firewalls and validators answer like this; it says nothing about what lies behind them. */
const isRefusal = (answer: HttpAnswer): boolean => [401, 403, 405, 406, 429, 501].includes(answer.status);

type Answered = { answer: HttpAnswer; text: string };

function makePair(tried: Tried, form: PairForm) {
  const compare = makeComparer(tried);
  const send = async ({ value, fill }: Sent): Promise<Answered | null> => {
    const answer = await tried.send(value, fill);
    return answer && { answer, text: value };
  };
  return {
    calm: compare.calm,
    send,
    ask: (truth: boolean) => send(form.write(truth, ...fresh())),
    same: (a: Answered, b: Answered) => compare.isSame(a.answer, b.answer, a.text, b.text),
    other: (a: Answered, b: Answered) => compare.isOther(a.answer, b.answer, a.text, b.text),
  };
}

/** The first two answers; null where they do not differ as the condition does. Two requests where there is nothing. */
async function firstPair(
  { ask, same, other }: ReturnType<typeof makePair>,
  { kind }: PairForm,
  base: Answered,
): Promise<{ first: Answered; counter: Answered } | null> {
  // Where nothing reads the condition, this one alone shows it.
  const first = await ask(true);
  if (!first || isRefusal(first.answer)) return null;
  if (kind === 'and' ? !same(first, base) : !other(first, base)) return null;
  const counter = await ask(false);
  if (!counter || isRefusal(counter.answer) || !other(first, counter)) return null;
  return kind === 'or' && !same(counter, base) ? null : { first, counter };
}

export async function provesPair(tried: Tried, form: PairForm): Promise<PairProof | null> {
  const pair = makePair(tried, form);
  if (!pair.calm) return null;
  const { send, ask, same, other } = pair;
  const { value } = tried.point;
  const base = { answer: tried.plain, text: value };
  const found = await firstPair(pair, form, base);
  if (!found) return null;
  const { first, counter } = found;
  for (let round = 0; round < rounds; round++) {
    const counterAgain = await ask(false);
    const firstAgain = await ask(true);
    if (!counterAgain || !firstAgain) return null;
    if (!same(firstAgain, first) || !same(counterAgain, counter) || !other(firstAgain, counterAgain))
      return null;
  }
  const answersAs = async (sent: Sent, wanted: Answered, compared = same): Promise<boolean> => {
    const answer = await send(sent);
    return answer !== null && compared(answer, wanted);
  };
  if (!(await answersAs({ value }, base))) return null;
  if (!(await answersAs(form.broken(...fresh()), first, other))) return null;
  if (form.sure && !(await answersAs(form.sure(fresh()[0]), first))) return null;
  for (const truth of form.twin ? [true, false] : [])
    if (!(await answersAs(form.twin!(truth, fresh()[0]), truth ? first : counter))) return null;
  return { holds: first.answer, payload: first.text, counter: counter.text, where: form.where };
}
