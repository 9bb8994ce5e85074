import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { SettingsError } from '#platform/server/settings/settings.ts';

/** Something in `config/` that cannot be used; its message is one sentence naming file, place and what is wrong. */
export class ConfigError extends SettingsError {
  readonly place: string;
  readonly problem: string;
  constructor(file: string, place: string, problem: string) {
    super(`${file}: ${place ? `${place} ` : ''}${problem.replace(/\.$/, '')}.`);
    this.name = 'ConfigError';
    this.place = place;
    this.problem = problem;
  }
}

/** `brands[1].colours.accent` */
const placeOf = (keys: readonly PropertyKey[]): string =>
  keys.reduce<string>(
    (place, key) =>
      typeof key === 'number' ? `${place}[${key}]` : place ? `${place}.${String(key)}` : String(key),
    '',
  );

type Issue = z.core.$ZodIssue;

/** The most telling issue: inside a union, that of the branch that got furthest. */
function firstIssue(
  issues: readonly Issue[],
  above: readonly PropertyKey[] = [],
): { keys: PropertyKey[]; problem: string } {
  const issue = issues[0]!;
  const keys = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = [...issue.errors].sort(
      (a, b) =>
        (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0) ||
        Number(a[0]?.code === 'invalid_type') - Number(b[0]?.code === 'invalid_type'),
    )[0]!;
    return firstIssue(deepest, keys);
  }
  if (issue.code === 'unrecognized_keys')
    return {
      keys,
      problem: `has the unknown name ${issue.keys.map((key) => `'${key}'`).join(', ')}; check its spelling`,
    };
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.startsWith('Invalid input'))
    return { keys, problem: 'is missing' };
  return { keys, problem: issue.message };
}

/** The value that stands at a place of a parsed file. */
const valueAt = (value: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);

/**
 * Reads and checks one YAML file of the configuration.
 * @param name path below the configuration folder
 */
export function readConfigFile<S extends z.ZodType>(configDir: string, name: string, schema: S): z.output<S> {
  const shown = path.join(path.basename(configDir), name);
  let text: string;
  try {
    text = readFileSync(path.join(configDir, name), 'utf8');
  } catch (error) {
    throw new ConfigError(
      shown,
      '',
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'}); CONFIG_DIR is ${configDir}`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken)
    throw new ConfigError(
      shown,
      `line ${lines.linePos(broken.pos[0]).line}`,
      `is not YAML: ${broken.message}`,
    );
  const value: unknown = document.toJS({ maxAliasCount: 50 });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { place, problem } = problemAt(value, parsed.error.issues);
  throw new ConfigError(shown, place, problem);
}

/** Where a value is wrong and what is wrong there, of the most telling issue. */
function problemAt(value: unknown, issues: readonly Issue[]): { place: string; problem: string } {
  const { keys, problem } = firstIssue(issues);
  const missing = valueAt(value, keys) === undefined && keys.length > 0;
  return {
    place: placeOf(keys),
    problem: missing && !problem.startsWith('is ') ? `is missing; it ${problem}` : problem,
  };
}

/** Everything that is wrong with one entry, in the words that an operator would read; empty when it is right. */
export const problemsOf = (value: unknown, error: z.ZodError): { place: string; problem: string }[] =>
  error.issues.map((issue) => problemAt(value, [issue]));
