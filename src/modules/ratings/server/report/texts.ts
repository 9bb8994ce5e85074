import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { ConfigError } from '#modules/catalog/server/public.ts';
import { baselineFile, factsFile, vectorsFile } from './textSchemas.ts';

const folder = path.resolve(import.meta.dirname, '../../../../../content/ratings');

function readContent<S extends z.ZodType>(name: string, schema: S): z.output<S> {
  const shown = `content/ratings/${name}`;
  let value: unknown;
  try {
    value = parse(readFileSync(path.join(folder, name), 'utf8'), { merge: true, maxAliasCount: 50 });
  } catch (error) {
    throw new ConfigError(shown, '', `cannot be read: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new ConfigError(shown, issue.path.join('.'), issue.message);
}

export type VectorTexts = z.output<typeof vectorsFile>['vectors'][string];
export type FactTexts = z.output<typeof factsFile>['facts'][string];

export type Texts = {
  vectors: ReadonlyMap<string, VectorTexts>;
  facts: ReadonlyMap<string, FactTexts>;
  baseline: z.output<typeof baselineFile>;
};

let loaded: Texts | undefined;

/** Every observation, from all files that tell of some. */
function readFacts(): Map<string, FactTexts> {
  const facts = new Map<string, FactTexts>();
  for (const name of readdirSync(path.join(folder, 'v1')).toSorted()) {
    if (!/^facts-[a-z]+\.yaml$/.test(name)) continue;
    for (const [id, texts] of Object.entries(readContent(`v1/${name}`, factsFile).facts)) {
      if (facts.has(id))
        throw new ConfigError(`content/ratings/v1/${name}`, id, 'is told in another file already');
      facts.set(id, texts);
    }
  }
  return facts;
}

/** The texts of the module, read once. Throws `ConfigError` with one sentence where they cannot be used. */
export const ratingTexts = (): Texts =>
  (loaded ??= {
    vectors: new Map(Object.entries(readContent('v1/vectors.yaml', vectorsFile).vectors)),
    facts: readFacts(),
    baseline: readContent('industry-baseline.json', baselineFile),
  });

/** What a vector is; one that only the agency knows has no text of ours. */
export const vectorTexts = (vector: string): VectorTexts =>
  ratingTexts().vectors.get(vector) ?? {
    description: 'A risk vector of the rating agency.',
    why: '',
    remedy: [],
  };

const fromId = (fact: string): string => {
  const spoken = fact.replaceAll(/[-_]+/g, ' ').trim();
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
};

/** An observation in words; one that the texts do not know yet is told by its id and mended as its vector is. */
export const factTexts = (fact: string, vector: string): FactTexts =>
  ratingTexts().facts.get(fact) ?? {
    title: fromId(fact),
    minutes: 60,
    remedy: vectorTexts(vector).remedy,
    check: '',
  };

/** The average of an industry before enough companies of it are known here. */
export const baselineOf = (industry: string): number => {
  const { baseline } = ratingTexts();
  return baseline.industries[industry] ?? baseline.default;
};
