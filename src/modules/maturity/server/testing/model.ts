import {
  areaIds,
  interstitialTriggers,
  questionKinds,
  type AssessmentConfig,
  type Element,
} from '../../entities.ts';
import { placed, type Model } from '../model.ts';

const elementsOf = {
  people: ['leadership', 'awareness', 'workforce', 'reporting'],
  process: ['risk', 'assets', 'suppliers', 'incident', 'backup'],
  technology: ['identity', 'endpoint', 'patching', 'network', 'data', 'monitoring'],
} as const;

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

function generatedElement(area: (typeof areaIds)[number], id: string): Element {
  return {
    id,
    area,
    title: capital(id),
    why: `Why ${id} matters.`,
    maps: { csf: ['PR.AA-01'], cis: ['5.1'], cpg: ['3.A'] },
    steps: [1, 2, 3, 4, 5].map((level) => ({
      level,
      summary: `What level ${level} of ${id} means.`,
      questions: questionKinds.map((kind) => ({
        id: `${id}-${level}-${kind}`,
        kind,
        text: `Is the ${kind} of ${id} there at level ${level}?`,
        help: `Where to look for the ${kind} of ${id} at level ${level}.`,
        glossary: ['mfa'],
        scale: kind === 'coverage' ? 'graded' : 'yesno',
        naAllowed: kind !== 'key',
        action: `See to the ${kind} of ${id} at level ${level}.`,
        minutes: 30,
      })),
    })),
  };
}

/** A model of the shape of the real one: 15 elements of 5 steps of 4 questions. */
export function generatedConfig(): AssessmentConfig {
  return {
    version: '1.0.0',
    levels: ['Exposed', 'Starting', 'Basic', 'Established', 'Managed', 'Leading'].map((levelName, level) => ({
      level,
      levelName,
      description: `What ${levelName} says.`,
    })),
    areas: areaIds.map((id, i) => ({
      id,
      title: capital(id),
      order: i + 1,
      description: `About ${id}.`,
      elements: [...elementsOf[id]],
    })),
    elements: areaIds.flatMap((area) => elementsOf[area].map((id) => generatedElement(area, id))),
    glossary: [{ key: 'mfa', term: 'MFA', text: 'A second proof.' }],
    interstitials: interstitialTriggers.map((trigger) => ({
      id: trigger.replace(':', '-'),
      trigger,
      title: `At ${trigger}`,
      body: 'What comes next.',
      button: 'Go on',
    })),
  };
}

export const generatedModel = (): Model => placed(generatedConfig());
