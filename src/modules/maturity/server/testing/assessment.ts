import { expect } from 'vitest';
import { testPortal, type TestBrowser, type TestPortalOptions } from '#app/testing/portal.ts';
import type { AnswerValue, AssessmentData } from '../../entities.ts';
import { maturityModel } from '../model.ts';

export type Answer = { questionId: string; answer: AnswerValue; note?: string };

/** The ids of one step of the real model. */
export const stepIds = (element: string, level: number): string[] =>
  ['key', 'coverage', 'evidence', 'upkeep'].map((kind) => `${element}-${level}-${kind}`);

/** Answers that bring an element to a level, in the order of the portal. */
export const answersTo = (element: string, level: number): Answer[] =>
  [1, 2, 3, 4, 5]
    .filter((step) => step <= level + 1)
    .flatMap((step) =>
      stepIds(element, step).map((questionId): Answer => ({
        questionId,
        answer: step <= level ? 'yes' : 'no',
      })),
    );

export const elementIds = (area?: string): string[] =>
  maturityModel()
    .config.elements.filter((element) => !area || element.area === area)
    .map(({ id }) => id);

/** Answers that complete everything: each element at the level given, the others at `rest`. */
export const wholeAssessment = (levels: Record<string, number>, rest: number): Answer[] =>
  elementIds().flatMap((id) => answersTo(id, levels[id] ?? rest));

/** A person who answers; a refusal fails the test. */
export const answering = (person: TestBrowser) => ({
  save: async (data: unknown): Promise<{ completedCategory: string | null; data: AssessmentData }> => {
    const { status, body } = await person.post('/zimm/saveAssessment', { data });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  },
  state: async (): Promise<AssessmentData> => (await person.get('/zimm/assessment')).body.data,
  remove: async (
    questionIds: string[],
  ): Promise<{ completedCategory: string | null; data: AssessmentData }> => {
    const { status, body } = await person.post('/zimm/removeAssessment', { data: { questionIds } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  },
  log: async (): Promise<string[]> =>
    (await person.get('/audit/entries?kind=maturity')).body.data.map((entry: { what: string }) => entry.what),
});

export async function openAssessment(options: TestPortalOptions = {}) {
  const portal = await testPortal(options);
  const ada = await portal.member('ada@acme-widgets.com');
  /** Another administrator of the same organisation. */
  const colleague = async (email = 'bo@acme-widgets.com') => {
    const { cognitoId } = await portal.signIn(email);
    const now = portal.clock.now();
    await portal.database.inOrg(ada.orgId, (db) =>
      db
        .insertInto('admin')
        .values({
          orgId: ada.orgId,
          cognitoId,
          email,
          firstName: 'Bo',
          lastName: 'Lind',
          createdAt: now,
          updatedAt: now,
        })
        .execute(),
    );
    return portal.signIn(email);
  };
  return { portal, ada, colleague, ...answering(ada) };
}
