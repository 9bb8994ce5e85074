import { createHash } from 'node:crypto';

/** A number from 0 up to 1 that looks like chance and is the same every time for the same words. */
export const chance = (...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32;

/** A whole number from `least` to `most`, in the same way. */
export const chanceBetween = (least: number, most: number, ...words: readonly (string | number)[]): number =>
  least + Math.floor(chance(...words) * (most - least + 1));
