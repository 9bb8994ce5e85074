import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { SettingsError } from '#platform/server/settings/settings.ts';
import { documentMinutes } from '#platform/taskTime.ts';
import type { Block, ValueSpec } from '../../document.ts';
import { BodyError, readBody } from './body.ts';
import { companySpecs, frontMatter, specProblem, type FrontMatter } from './fields.ts';

/** A policy out of the box, as its file says. */
export type PolicyTemplate = Omit<FrontMatter, 'values'> & {
  values: ValueSpec[];
  blocks: Block[];
  /** To fill it in and read it before approval. */
  minutes: number;
};
export type PolicyTemplates = ReadonlyMap<string, PolicyTemplate>;

const contentDir = path.resolve(import.meta.dirname, '../../../../../content/policies/v1');

const fault = (file: string, line: number, problem: string) =>
  new SettingsError(`${file}, line ${line}: ${problem}.`);

/** The two parts of a file, and on which line the text begins. */
function parts(file: string, text: string): { yaml: string; body: string; bodyLine: number } {
  const match = /^---\r?\n([\s\S]*?\n)---\r?\n/.exec(text);
  if (!match) throw fault(file, 1, 'must begin with values between two lines of ---');
  return { yaml: match[1]!, body: text.slice(match[0].length), bodyLine: match[0].split('\n').length };
}

/** On which line of the file a key stands; of a key that is missing, the place where it should be. */
function lineOf(document: Document, lines: LineCounter, keys: readonly PropertyKey[]): number {
  for (let depth = keys.length; depth > 0; depth--) {
    const node = document.getIn(keys.slice(0, depth), true) as
      | { range?: [number, number, number] }
      | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line + 1;
  }
  return 1;
}

function readFields(
  file: string,
  yaml: string,
): { fields: FrontMatter; line: (...keys: PropertyKey[]) => number } {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken)
    throw fault(
      file,
      lines.linePos(broken.pos[0]).line + 1,
      `is not YAML: ${broken.message.replace(/\.$/, '')}`,
    );
  const parsed = frontMatter.safeParse(document.toJS({ maxAliasCount: 0 }));
  const line = (...keys: PropertyKey[]) => lineOf(document, lines, keys);
  if (parsed.success) return { fields: parsed.data, line };
  const { path: keys, message } = parsed.error.issues[0]!;
  throw fault(file, line(...keys), `${keys.join('.') || 'the values'}: ${message.replace(/\.$/, '')}`);
}

/** Reads and checks one template. Throws `SettingsError` with one sentence that names file and line. */
export function readTemplate(file: string, text: string): PolicyTemplate {
  const { yaml, body, bodyLine } = parts(file, text);
  const { fields, line } = readFields(file, yaml);
  if (file !== `${fields.id}.md`)
    throw fault(file, line('id'), `has the id '${fields.id}', which is not the name of the file`);
  const values: ValueSpec[] = fields.values;
  const specs = new Map(companySpecs({ reviewMonths: 12 }).map((spec) => [spec.key, spec]));
  for (const [i, spec] of values.entries()) {
    if (specs.has(spec.key))
      throw fault(
        file,
        line('values', i, 'key'),
        `declares '${spec.key}' twice, or one that all policies share`,
      );
    const problem = specProblem(spec);
    if (problem)
      throw fault(file, line('values', i), `the value '${spec.key}': ${problem.replace(/\.$/, '')}`);
    specs.set(spec.key, spec);
  }
  let read: ReturnType<typeof readBody>;
  try {
    read = readBody(body, specs);
  } catch (error) {
    if (error instanceof BodyError)
      throw fault(file, bodyLine - 1 + error.line, error.message.replace(/\.$/, ''));
    throw error;
  }
  const unused = values.findIndex(({ key }) => !read.used.has(key));
  if (unused >= 0)
    throw fault(file, line('values', unused), `declares '${values[unused]!.key}' and does not use it`);
  return { ...fields, values, blocks: read.blocks, minutes: documentMinutes(body, values.length) };
}

/** Reads every template of a folder, in their order. Throws `SettingsError` with one sentence. */
export function loadTemplates(dir: string = contentDir): PolicyTemplates {
  const files = readdirSync(dir).filter((name) => name.endsWith('.md'));
  const read = files.map((name) => readTemplate(name, readFileSync(path.join(dir, name), 'utf8')));
  const templates = new Map(
    read.sort((a, b) => a.order - b.order).map((template) => [template.id, template]),
  );
  for (const { id, order, name, related } of read) {
    const stranger = related.find((other) => other === id || !templates.has(other));
    if (stranger) throw fault(`${id}.md`, 1, `related names '${stranger}', which is no other policy`);
    const twin = read.find((other) => other.id !== id && (other.order === order || other.name === name));
    if (twin) throw fault(`${id}.md`, 1, `has the order or the name of ${twin.id}.md`);
  }
  return templates;
}

let loaded: PolicyTemplates | undefined;
/** The templates of this installation, read and checked once. */
export const policyTemplates = (): PolicyTemplates => (loaded ??= loadTemplates());

const orderOf = (id: string): number => policyTemplates().get(id)?.order ?? Number.MAX_SAFE_INTEGER;
/** Policies out of the box in their order, then the company's own as they come. */
export const inTemplateOrder = <T extends { policyId: string }>(policies: readonly T[]): T[] =>
  policies.toSorted((one, other) => orderOf(one.policyId) - orderOf(other.policyId));
