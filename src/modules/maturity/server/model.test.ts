import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from '#app/testing/portal.ts';
import { ConfigError } from '#modules/catalog/server/public.ts';
import type { AssessmentConfig } from '../entities.ts';
import { generatedConfig } from './testing/model.ts';
import { loadModel, modelFiles, readModel, readModelTexts, type ModelTexts } from './model.ts';
import { csfIds } from '#standards/csf.ts';

/** A model as its author writes it. */
function textsOf({ elements, ...config }: AssessmentConfig): ModelTexts {
  const part = (area: string) =>
    stringify({
      area,
      elements: elements.filter((one) => one.area === area).map(({ area: _area, ...element }) => element),
    });
  return {
    config: stringify(config),
    people: part('people'),
    process: part('process'),
    technology: part('technology'),
  };
}

const sentences = (texts: ModelTexts) =>
  readModel(texts).problems.map(({ file, place, problem }) => `${file}: ${place} ${problem}`);

describe('the content', () => {
  const texts = readModelTexts();

  test('has nothing wrong with it', () => {
    expect(sentences(texts)).toEqual([]);
  });

  test('asks 300 questions in words of their own, each of a length to read at a glance', () => {
    const { model } = readModel(texts);
    const questions = [...(model?.questions.values() ?? [])].map(({ question }) => question);
    expect(questions).toHaveLength(300);
    const words = questions.map(({ id, text }) => ({ id, count: text.split(/\s+/).length }));
    expect(words.filter(({ count }) => count < 5 || count > 22)).toEqual([]);
    expect(questions.filter(({ text }) => !text.endsWith('?')).map(({ id }) => id)).toEqual([]);
    for (const part of ['text', 'help', 'action'] as const) {
      const same = Object.values(
        Object.groupBy(questions, (question) => question[part].toLowerCase()),
      ).filter((group) => group!.length > 1);
      expect(
        same.map((group) => group!.map(({ id }) => id)),
        `the same ${part}`,
      ).toEqual([]);
    }
  });
});

describe('a model', () => {
  test('that is whole is read', () => {
    const { model, problems } = readModel(textsOf(generatedConfig()));
    expect(problems).toEqual([]);
    expect(model?.questions.size).toBe(300);
    expect(model?.config).toEqual(generatedConfig());
  });

  const wrong: [what: string, change: (config: AssessmentConfig) => void, says: RegExp][] = [
    ['a step too few', (c) => c.elements[0]!.steps.pop(), /people\.yaml: leadership must have five steps/],
    [
      'questions out of order',
      (c) => (c.elements[5]!.steps[0]!.questions = c.elements[5]!.steps[0]!.questions.toReversed()),
      /process\.yaml: assets level 1 must have the four questions key, coverage, evidence, upkeep in this order/,
    ],
    [
      'a question id twice',
      (c) => (c.elements[4]!.steps[1]!.questions[0]!.id = 'risk-1-key'),
      /process\.yaml: risk level 2 key has the id risk-1-key, which must be risk-2-key/,
    ],
    [
      'an unknown subcategory',
      (c) => (c.elements[0]!.maps.csf = ['PR.AA-99']),
      /people\.yaml: elements\[leadership\]\.maps\.csf\[0\] must be a subcategory of NIST CSF 2\.0/,
    ],
    [
      'a CIS title',
      (c) => (c.elements[0]!.maps.cis = ['11.1 Establish']),
      /must be a number such as '11\.1'/,
    ],
    [
      'an unknown term',
      (c) => (c.elements[9]!.steps[0]!.questions[2]!.glossary = ['nothing']),
      /technology\.yaml: identity-1-evidence names the term nothing/,
    ],
    [
      'an empty text',
      (c) => (c.elements[9]!.steps[0]!.questions[2]!.help = ' '),
      /questions\[identity-1-evidence\]\.help must not be empty/,
    ],
    [
      'a trigger twice',
      (c) => (c.interstitials[0]!.trigger = 'all-done'),
      /config\.yaml: interstitials must have the trigger welcome once, and has it 0 times/,
    ],
    ['an element too few', (c) => c.elements.pop(), /technology\.yaml: elements must be identity, endpoint/],
    ['a level too few', (c) => c.levels.pop(), /config\.yaml: levels must be 0 to 5/],
    [
      'coverage by yes and no',
      (c) => (c.elements[0]!.steps[0]!.questions[1]!.scale = 'yesno'),
      /leadership-1-coverage asks how many/,
    ],
    [
      'areas in another order',
      (c) => (c.areas[0]!.order = 9),
      /config\.yaml: areas must be people, process, technology/,
    ],
    [
      'no honest effort',
      (c) => (c.elements[0]!.steps[0]!.questions[1]!.minutes = 0),
      /questions\[leadership-1-coverage\]\.minutes must be 15 at least/,
    ],
    [
      'an unknown name',
      (c) => Object.assign(c.elements[0]!, { reason: 'x' }),
      /elements\[leadership\] has the unknown name reason/,
    ],
  ];
  test.each(wrong)('with %s is refused, saying where', (_what, change, says) => {
    const config = generatedConfig();
    change(config);
    const said = sentences(textsOf(config));
    expect(
      said.filter((sentence) => says.test(sentence)),
      said.join('\n'),
    ).toHaveLength(1);
  });

  test('that is not YAML is refused with its line', () => {
    expect(sentences({ ...textsOf(generatedConfig()), people: 'area: people\nelements: [' })[0]).toMatch(
      /people\.yaml: line \d+ is not YAML/,
    );
  });
});

test('a start with a file that is wrong, or missing, ends with one sentence', () => {
  const folder = temporaryFolder('maturity');
  const texts = textsOf({ ...generatedConfig(), version: 'one' });
  for (const name of modelFiles) writeFileSync(path.join(folder, `${name}.yaml`), texts[name]);
  expect(() => loadModel(folder)).toThrow(
    new ConfigError('content/maturity/v1/config.yaml', 'version', 'must be a version such as 1.0.0'),
  );
  rmSync(path.join(folder, 'people.yaml'));
  expect(() => loadModel(folder)).toThrow('content/maturity/v1/people.yaml: cannot be read (ENOENT).');
});

test('the framework has 106 subcategories', () => {
  expect(csfIds.size).toBe(106);
});
