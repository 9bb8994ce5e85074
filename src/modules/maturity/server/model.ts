import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { aboutTime, questionSeconds } from '#platform/taskTime.ts';
import { ConfigError } from '#modules/catalog/server/public.ts';
import {
  areaIds,
  interstitialTriggers,
  questionKinds,
  type AreaId,
  type AssessmentConfig,
  type Element,
  type Question,
} from '../entities.ts';
import { areaFile, configFile } from './modelSchemas.ts';
import { score } from './scoring.ts';

export const elementCount = 15;
const highest = 5;

/** `seconds`: to read and answer it. */
export type PlacedQuestion = {
  question: Question;
  element: Element;
  level: number;
  index: number;
  seconds: number;
};

export type Model = { config: AssessmentConfig; questions: ReadonlyMap<string, PlacedQuestion> };

/** Something in a file of the model that cannot be used. */
export type ContentProblem = { file: string; place: string; problem: string };

export const modelFiles = ['config', ...areaIds] as const;
export type ModelTexts = Record<(typeof modelFiles)[number], string>;

export const contentFolder = path.resolve(import.meta.dirname, '../../../../content/maturity/v1');
export const shownName = (name: string): string => `content/maturity/v1/${name}.yaml`;

/** `elements[1].steps[0]`, with the id of what stands there where it has one. */
function placeOf(value: unknown, keys: readonly PropertyKey[]): string {
  let at = value;
  let place = '';
  for (const key of keys) {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[key];
    const named = at as { id?: unknown; key?: unknown } | undefined;
    const name = typeof key === 'number' ? (named?.id ?? named?.key) : undefined;
    place +=
      typeof key === 'number'
        ? `[${typeof name === 'string' ? name : key}]`
        : `${place ? '.' : ''}${String(key)}`;
  }
  return place;
}

/** One file's text checked against its schema, or everything that is wrong with it. */
export function readPart<S extends z.ZodType>(
  name: string,
  text: string,
  schema: S,
): { part: z.output<S> | null; problems: ContentProblem[] } {
  const file = shownName(name);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken)
    return {
      part: null,
      problems: [
        {
          file,
          place: `line ${lines.linePos(broken.pos[0]).line}`,
          problem: `is not YAML: ${broken.message}`,
        },
      ],
    };
  const value: unknown = document.toJS({ maxAliasCount: 50 });
  const parsed = schema.safeParse(value);
  if (parsed.success) return { part: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((issue) => ({
    file,
    place: placeOf(value, issue.path),
    problem:
      issue.code === 'unrecognized_keys' ? `has the unknown name ${issue.keys.join(', ')}` : issue.message,
  }));
  return { part: null, problems };
}

const twice = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];
const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

type Report = (file: string, place: string, problem: string) => void;

function checkElement(element: Element, glossary: ReadonlySet<string>, report: Report): void {
  const file = element.area;
  if (
    !isSame(
      element.steps.map(({ level }) => level),
      [1, 2, 3, 4, 5],
    )
  )
    report(file, element.id, 'must have five steps, of level 1, 2, 3, 4 and 5 in this order');
  for (const { level, questions } of element.steps) {
    const place = `${element.id} level ${level}`;
    const kinds = questions.map(({ kind }) => kind);
    if (!isSame(kinds, questionKinds))
      report(
        file,
        place,
        `must have the four questions ${questionKinds.join(', ')} in this order, and has ${kinds.join(', ')}`,
      );
    for (const question of questions) {
      const id = `${element.id}-${level}-${question.kind}`;
      if (question.id !== id)
        report(file, `${place} ${question.kind}`, `has the id ${question.id}, which must be ${id}`);
      if (question.kind === 'coverage' && question.scale !== 'graded')
        report(file, question.id, 'asks how many, so its scale must be graded');
      for (const term of question.glossary)
        if (!glossary.has(term))
          report(file, question.id, `names the term ${term}, which the glossary of config.yaml lacks`);
    }
  }
}

function checkConfig(config: AssessmentConfig, report: Report): void {
  const say = (place: string, problem: string) => report('config', place, problem);
  if (
    !isSame(
      config.levels.map(({ level }) => level),
      [0, 1, 2, 3, 4, highest],
    )
  )
    say('levels', 'must be 0 to 5 in this order');
  const ordered = config.areas.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
  if (!isSame(ordered, areaIds))
    say('areas', `must be ${areaIds.join(', ')}, in the order that 'order' gives`);
  for (const term of twice(config.glossary.map(({ key }) => key))) say('glossary', `has ${term} twice`);
  for (const id of twice(config.interstitials.map((one) => one.id))) say('interstitials', `has ${id} twice`);
  for (const trigger of interstitialTriggers) {
    const many = config.interstitials.filter((one) => one.trigger === trigger).length;
    if (many !== 1) say('interstitials', `must have the trigger ${trigger} once, and has it ${many} times`);
  }
  for (const { id, elements } of config.areas) {
    const given = config.elements.filter((element) => element.area === id).map((element) => element.id);
    if (!isSame(given, elements))
      report(
        id,
        'elements',
        `must be ${elements.join(', ')} as config.yaml says, and are ${given.join(', ')}`,
      );
  }
  if (config.elements.length !== elementCount)
    say('areas', `must have ${elementCount} elements in all, and have ${config.elements.length}`);
  for (const id of twice(config.elements.map((element) => element.id)))
    say('areas', `have the element ${id} twice`);
}

/** Everything that is wrong with the files of a model, and the model where nothing is. */
export function readModel(
  texts: ModelTexts,
): { model: Model; problems: [] } | { model: null; problems: ContentProblem[] } {
  const head = readPart('config', texts.config, configFile);
  const areas = areaIds.map((id) => ({ id, ...readPart(id, texts[id], areaFile) }));
  const problems = [...head.problems, ...areas.flatMap((area) => area.problems)];
  const report: Report = (name, place, problem) => problems.push({ file: shownName(name), place, problem });
  for (const { id, part } of areas) if (part && part.area !== id) report(id, 'area', `must be ${id}`);
  const parts = areas.map(({ id, part }) => part?.elements.map((element) => ({ ...element, area: id })));
  const elements: Element[] = parts.flatMap((part) => part ?? []);
  if (head.part) {
    const terms = new Set(head.part.glossary.map(({ key }) => key));
    for (const element of elements) checkElement(element, terms, report);
    const config: AssessmentConfig = {
      ...head.part,
      areas: head.part.areas.toSorted((a, b) => a.order - b.order),
      elements,
    };
    if (parts.every((part) => part !== undefined)) checkConfig(config, report);
    if (problems.length === 0) return { model: withNumbers(placed(config)), problems: [] };
  }
  return { model: null, problems };
}

/** The pages between questions, with the numbers of this model: `{fewest}` and `{most}` questions, and the `{time}` they take. */
function withNumbers(model: Model): Model {
  const { config } = model;
  const { minutesLeft, elements } = score(model, new Map());
  const words: Record<string, string> = {
    fewest: String(elements.reduce((sum, { reachable }) => sum + reachable.length, 0)),
    most: String(model.questions.size),
    time: aboutTime(minutesLeft),
  };
  const filled = (text: string) =>
    text.replaceAll(/\{(fewest|most|time)\}/g, (_all, name: string) => words[name]!);
  return {
    ...model,
    config: {
      ...config,
      interstitials: config.interstitials.map((page) => ({ ...page, body: filled(page.body) })),
    },
  };
}

/** A model with its questions found by id. */
export function placed(config: AssessmentConfig): Model {
  const questions = config.elements.flatMap((element) =>
    element.steps.flatMap(({ level, questions: four }) =>
      four.map((question, index): [string, PlacedQuestion] => [
        question.id,
        { question, element, level, index, seconds: questionSeconds(`${question.text} ${question.help}`) },
      ]),
    ),
  );
  return { config, questions: new Map(questions) };
}

/** Throws `ConfigError` where the file cannot be read. */
export function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      shownName(name),
      '',
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'})`,
    );
  }
}

/** The texts of a model's files. Throws `ConfigError` where one cannot be read. */
export const readModelTexts = (folder = contentFolder): ModelTexts =>
  Object.fromEntries(
    modelFiles.map((name) => [name, readText(path.join(folder, `${name}.yaml`), name)]),
  ) as ModelTexts;

/** Reads and checks a model. Throws `ConfigError` with one sentence. */
export function loadModel(folder = contentFolder): Model {
  const { model, problems } = readModel(readModelTexts(folder));
  if (model) return model;
  const { file, place, problem } = problems[0]!;
  throw new ConfigError(file, place, problem);
}

let loaded: Model | null = null;

/** The model of this installation, read once. Throws `ConfigError`. */
export const maturityModel = (): Model => (loaded ??= loadModel());

export const areaTitle = (model: Model, id: AreaId): string =>
  model.config.areas.find((area) => area.id === id)!.title;
