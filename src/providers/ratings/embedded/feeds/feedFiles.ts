import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

export type Feed<T> =
  | { state: 'read'; content: T }
  | { state: 'missing' }
  | { state: 'wrong'; problem: string };

const maxBytes = 50_000_000;

/** What was read last of each file, as long as the file stays the same: it may be large, and is asked for each company. */
const known = new Map<string, { stamp: string; feed: Feed<unknown> }>();

/** Reads one feed file of the operator. A missing or wrong file says nothing about anybody; it never throws. */
export function readFeed<T>(folder: string | undefined, name: string, schema: z.ZodType<T>): Feed<T> {
  if (folder === undefined) return { state: 'missing' };
  const wrong = (problem: string): Feed<T> => ({
    state: 'wrong',
    problem: `The feed file ${name} ${problem}.`,
  });
  const file = path.join(folder, name);
  let text: string;
  let stamp: string;
  try {
    const { size, mtimeMs, ino } = statSync(file);
    if (size > maxBytes) return wrong('is larger than 50 MB');
    stamp = `${size} ${mtimeMs} ${ino}`;
    const last = known.get(file);
    if (last?.stamp === stamp) return last.feed as Feed<T>;
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? { state: 'missing' }
      : wrong('cannot be read');
  }
  const feed = parseFeed(text, schema, wrong);
  known.set(file, { stamp, feed });
  return feed;
}

function parseFeed<T>(text: string, schema: z.ZodType<T>, wrong: (problem: string) => Feed<T>): Feed<T> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return wrong('is not JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { state: 'read', content: parsed.data };
  const issue = parsed.error.issues[0]!;
  const [index, field] = issue.path.map(String);
  const at =
    index === undefined ? '' : ` at entry ${index}${field === undefined ? '' : `, field “${field}”`}`;
  return wrong(`cannot be used${at}: ${issue.message}`);
}
