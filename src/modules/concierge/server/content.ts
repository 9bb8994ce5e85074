import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { MarkdownError, readMarkdown } from '#platform/server/richTextMarkdown.ts';
import { problems } from '#modules/monitoring/server/public.ts';
import type { RichText } from '#platform/richText.ts';
import { ConfigError, readConfigFile } from '#modules/catalog/server/public.ts';
import {
  incidentFile,
  letterFields,
  pageFile,
  weaknessFile,
  type LetterFields,
  type PageWords,
  type WeaknessText,
  type WeaknessType,
} from './contentSchemas.ts';

const folder = path.resolve(import.meta.dirname, '../../../../content/concierge');

/** A letter that comes with the product. */
export type Letter = LetterFields & { id: string; body: RichText };
export type IncidentGuide = z.output<typeof incidentFile>;
export type ConciergeContent = {
  page: PageWords;
  /** By id. */
  letters: ReadonlyMap<string, Letter>;
  /** The gravest first. */
  weaknessTypes: readonly WeaknessType[];
  incident: IncidentGuide;
};

/** Reads one letter: values between two lines of ---, then Markdown. Throws `ConfigError` with one sentence. */
export function readLetter(name: string, text: string): Letter {
  const file = `concierge/v1/messages/${name}`;
  const id = name.replace(/\.md$/, '');
  const match = /^---\r?\n([\s\S]*?\n)---\r?\n/.exec(text);
  if (!match) throw new ConfigError(file, '', 'must begin with values between two lines of ---');
  const document = parseDocument(match[1]!, { prettyErrors: false });
  const broken = document.errors[0];
  if (broken) throw new ConfigError(file, '', `is not YAML: ${broken.message}`);
  const fields = letterFields.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!fields.success)
    throw new ConfigError(file, fields.error.issues[0]!.path.join('.'), fields.error.issues[0]!.message);
  try {
    const body = readMarkdown(text.slice(match[0].length));
    if (fields.data.template && fields.data.send)
      throw new ConfigError(file, 'send', 'is given although blanks are to be filled in');
    return { id, ...fields.data, body };
  } catch (error) {
    if (error instanceof MarkdownError)
      throw new ConfigError(file, `line ${match[0].split('\n').length - 1 + error.line}`, error.message);
    throw error;
  }
}

const weaknessesName = 'v1/weaknesses.yaml';

/** Each problem with its text. Throws `ConfigError` where one of the two has no other. */
function weaknessTypesOf(texts: readonly WeaknessText[]): WeaknessType[] {
  const types = texts.map((text, i) => {
    const problem = problems().find(({ id }) => id === text.id);
    if (!problem)
      throw new ConfigError(
        `concierge/${weaknessesName}`,
        `types[${i}]`,
        `has the id ${text.id}, which is not in problems.yaml`,
      );
    return { ...problem, ...text };
  });
  const silent = problems().find(({ id }) => texts.filter((text) => text.id === id).length !== 1);
  if (silent)
    throw new ConfigError(`concierge/${weaknessesName}`, 'types', `must have one text for ${silent.id}`);
  return types;
}

function load(): ConciergeContent {
  const names = readdirSync(path.join(folder, 'v1/messages')).filter((name) => name.endsWith('.md'));
  const letters = names
    .sort()
    .map((name) => readLetter(name, readFileSync(path.join(folder, 'v1/messages', name), 'utf8')));
  return {
    page: readConfigFile(folder, 'v1/config.yaml', pageFile),
    letters: new Map(letters.map((letter) => [letter.id, letter])),
    weaknessTypes: weaknessTypesOf(readConfigFile(folder, weaknessesName, weaknessFile).types),
    incident: readConfigFile(folder, 'v1/incident.yaml', incidentFile),
  };
}

let loaded: ConciergeContent | undefined;
/** What the concierge says by itself, read and checked once. Throws `ConfigError` with one sentence. */
export const conciergeContent = (): ConciergeContent => (loaded ??= load());

export const weaknessTypeOf = (id: string): WeaknessType | null =>
  conciergeContent().weaknessTypes.find((type) => type.id === id) ?? null;
