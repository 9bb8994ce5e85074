import { expect, test } from 'vitest';
import type { AreaId, AssessmentConfig } from '../../entities.ts';
import { interstitialTriggers } from '../../entities.ts';
import { interludesBetween, readInterludes } from './interludes.ts';

const config = {
  elements: [
    { id: 'risk', area: 'process', steps: [{ questions: [{ id: 'risk-1' }] }] },
    { id: 'leadership', area: 'people', steps: [{ questions: [{ id: 'leadership-1' }] }] },
  ],
  interstitials: interstitialTriggers.map((trigger) => ({ id: `page ${trigger}`, trigger })),
} as unknown as AssessmentConfig;

type State = { complete?: [level: number][]; areas?: AreaId[]; status?: 'completed'; answered?: string[] };
const known = ({ complete = [], areas = [], status, answered = [] }: State) => ({
  elements: complete.map(([level]) => ({
    id: 'any',
    area: 'people' as const,
    level,
    complete: true,
    answered: 4,
    open: 4,
  })),
  completedAreas: areas,
  assessment: { assessmentStatus: status ?? ('notCompleted' as const) },
  questions: Object.fromEntries(answered.map((id) => [id, {} as never])),
});

test.each<[what: string, before: State, after: State, enters: AreaId | null, pages: string[]]>([
  ['nothing between two questions', {}, {}, null, []],
  ['the first element that ends below the top', {}, { complete: [[2]] }, null, ['first-failed-step']],
  ['not the second one', { complete: [[2]] }, { complete: [[2], [1]] }, null, []],
  ['not one that reached the top', {}, { complete: [[5]] }, null, []],
  [
    'an area done, and the next one begun',
    { complete: [[1]] },
    { complete: [[1]], areas: ['people'] },
    'process',
    ['area-done:people', 'before:process'],
  ],
  ['an area with answers needs no beginning', {}, { answered: ['risk-1'] }, 'process', []],
  [
    'all done',
    {},
    { areas: ['technology'], status: 'completed' },
    null,
    ['area-done:technology', 'all-done'],
  ],
  [
    'done before stays quiet',
    { areas: ['people'], status: 'completed' },
    { areas: ['people'], status: 'completed' },
    null,
    [],
  ],
])('%s', (_what, before, after, enters, pages) => {
  expect(
    interludesBetween(config, known(before), known(after), enters).map(({ trigger }) => trigger),
  ).toEqual(pages);
});

test.each([
  [null],
  [undefined],
  ['text'],
  [{}],
  [{ pages: [], leadsTo: '/x' }],
  [{ pages: ['a'] }],
  [{ pages: 'a', leadsTo: '/x' }],
])('an address that carries %o carries no pages', (state) => expect(readInterludes(state)).toBeNull());
