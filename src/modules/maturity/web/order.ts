import type { AreaId, AssessmentConfig, AssessmentData, Element, Question } from '../entities.ts';

export type Placed = { question: Question; element: Element; level: number; index: number; area: AreaId };

/** Every question of the model in the order that it is asked: area, element, level, question. */
export function placesOf(config: AssessmentConfig): Placed[] {
  const elements = new Map(config.elements.map((element) => [element.id, element]));
  return [...config.areas]
    .sort((a, b) => a.order - b.order)
    .flatMap((area) => area.elements.map((id) => elements.get(id)).filter((element) => element !== undefined))
    .flatMap((element) =>
      [...element.steps]
        .sort((a, b) => a.level - b.level)
        .flatMap(({ level, questions }) =>
          questions.map((question, index) => ({ question, element, level, index, area: element.area })),
        ),
    );
}

type Known = Pick<AssessmentData, 'reachable' | 'questions' | 'nextQuestion'>;

const isAnswered = ({ questions }: Pick<Known, 'questions'>, id: string) => questions[id] !== undefined;

/** The question before this one that was answered and counts; null at the beginning. */
export function answeredBefore(places: readonly Placed[], data: Known, id: string): string | null {
  const open = new Set(data.reachable);
  const here = places.findIndex(({ question }) => question.id === id);
  return (
    places.slice(0, here).findLast(({ question }) => open.has(question.id) && isAnswered(data, question.id))
      ?.question.id ?? null
  );
}

/** Where one goes on to: the next question that may be answered, else what is still open; null when there is nothing. */
export function questionAfter(places: readonly Placed[], data: Known, id: string): string | null {
  const open = new Set(data.reachable);
  const here = places.findIndex(({ question }) => question.id === id);
  const after = places.slice(here + 1).find(({ question }) => open.has(question.id))?.question.id;
  const next = data.nextQuestion?.questionId;
  return after ?? (next === id ? null : (next ?? null));
}

/** The questions of an element that can be looked at now, for its list in the overview. */
export const openQuestionsOf = (places: readonly Placed[], data: Known, elementId: string): Placed[] => {
  const open = new Set(data.reachable);
  return places.filter(({ question, element }) => element.id === elementId && open.has(question.id));
};
