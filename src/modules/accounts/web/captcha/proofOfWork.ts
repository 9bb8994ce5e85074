import { firstHashWord } from './sha256.ts';

/** Work as the server sets it: for each piece a whole number `n` so that the hash of `seed.piece.n` begins with `bits` zero bits. */
export type Work = { challenge: string; seed: string; pieces: number; bits: number };

/** The next number from `from` on that solves a piece, or null when there is none among the next `tries`. */
function solvePiece({ seed, bits }: Work, piece: number, from: number, tries: number): number | null {
  const limit = 2 ** (32 - bits);
  const head = `${seed}.${piece}.`;
  for (let n = from; n < from + tries; n++) if (firstHashWord(head + n) < limit) return n;
  return null;
}

/** Does the work. @returns the token to hand in */
export function solve(work: Work): string {
  const answers = Array.from({ length: work.pieces }, (_none, piece) =>
    solvePiece(work, piece, 0, Number.MAX_SAFE_INTEGER)!,
  );
  return `${work.challenge}~${answers.join('.')}`;
}

const triesAtOnce = 2000;

/** The same beside everything else that a page does, for browsers without workers. */
export async function solveSlowly(work: Work, signal: AbortSignal): Promise<string> {
  const answers: number[] = [];
  for (let piece = 0; piece < work.pieces; piece++) {
    let answer: number | null = null;
    for (let from = 0; answer === null; from += triesAtOnce) {
      signal.throwIfAborted();
      answer = solvePiece(work, piece, from, triesAtOnce);
      await new Promise((resolve) => setTimeout(resolve));
    }
    answers.push(answer);
  }
  return `${work.challenge}~${answers.join('.')}`;
}
