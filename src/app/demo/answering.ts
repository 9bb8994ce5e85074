import { pacificDay } from '#platform/days.ts';
import type { AnswerValue } from '#modules/maturity/entities.ts';
import { assessmentConfig, saveAssessment } from '#modules/maturity/server/assessment.ts';
import { saveTask, setTarget } from '#modules/maturity/server/report.ts';
import {
  notApplicable,
  ownAnswers,
  sittings,
  target,
  tasks,
  type PlannedTask,
  type Sitting,
} from './assessment.ts';
import { chance, chanceBetween } from './chance.ts';
import { atHour, daysBefore, type Happening, type World } from './world.ts';

type Given = { questionId: string; answer: AnswerValue; note?: string };
type Kind = 'key' | 'coverage' | 'evidence' | 'upkeep';
const kinds: readonly Kind[] = ['key', 'coverage', 'evidence', 'upkeep'];

/** Of a step that is met: most of it is as it should be. */
const metAnswer = (id: string, kind: Kind): AnswerValue =>
  kind === 'coverage' && chance(id) < 0.45 ? 'mostly' : 'yes';

/** Of the step that is not met: it may be begun, but nobody could show it. */
function missedAnswer(id: string, kind: Kind): AnswerValue {
  if (kind === 'key') return chance(id) < 0.3 ? 'yes' : 'no';
  if (kind === 'coverage') return chance(id) < 0.6 ? 'partly' : 'no';
  return 'no';
}

function stepAnswers(element: string, level: number, met: boolean): Given[] {
  return kinds.map((kind) => {
    const questionId = `${element}-${level}-${kind}`;
    const note = notApplicable[questionId];
    if (note) return { questionId, answer: 'notApplicable', note };
    return {
      questionId,
      answer: ownAnswers[questionId] ?? (met ? metAnswer : missedAnswer)(questionId, kind),
    };
  });
}

/** The answers that lift an element from one level to another, and say that it is not further. */
const answersBetween = (element: string, from: number, to: number): Given[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i + 1).flatMap((level) =>
    stepAnswers(element, level, level <= to),
  );

/** The company takes the assessment in several sittings, looks at its answers again, and plans what to do. */
export function answeringHappenings(world: World): Happening[] {
  const { admin, clock, now } = world;
  const known = new Map<string, number>();

  async function sit({ levels, daysAgo }: Sitting): Promise<void> {
    const { data: config } = await assessmentConfig(admin());
    for (const { id } of config.elements.filter((element) => element.id in levels)) {
      const answers = answersBetween(id, known.get(id) ?? 0, levels[id]!);
      clock.advance(answers.length * chanceBetween(14, 40, id, daysAgo));
      await saveAssessment(admin(), { data: { answers } });
      known.set(id, levels[id]!);
    }
  }
  const plan = ({ questionId, owner, due }: PlannedTask, done: boolean) =>
    saveTask(admin(), { questionId, owner, due: pacificDay(atHour(daysBefore(now, -due), 12)), done });

  return [
    ...sittings.map((sitting) => ({
      at: atHour(daysBefore(now, sitting.daysAgo), 10),
      happen: () => sit(sitting),
    })),
    {
      at: atHour(daysBefore(now, target.daysAgo), 11.5),
      happen: async () => void (await setTarget(admin(), { target: target.level })),
    },
    ...tasks.flatMap((task, i): Happening[] => [
      {
        at: atHour(daysBefore(now, task.planned), 13.5 + i / 20),
        happen: async () => void (await plan(task, false)),
      },
      ...(task.done === undefined
        ? []
        : [
            { at: atHour(daysBefore(now, task.done), 16), happen: async () => void (await plan(task, true)) },
          ]),
    ]),
  ];
}
