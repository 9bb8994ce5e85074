import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { oneLine } from '#platform/text.ts';
import type { maturityContract } from '../contract.ts';
import type { Report, ReportElement, Task } from '../entities.ts';
import * as store from './assessment.store.ts';
import { maturityModel, type Model } from './model.ts';
import { keptLevel, levelInfoOf, shownUpdate, standingOf, weakestOf, type Standing } from './standing.ts';

type Calls = typeof maturityContract;

/** The elements with what moves each to its next level: what is not answered with a yes there. */
function reportElements(model: Model, standing: Standing, tasks: ReadonlyMap<string, Task>): ReportElement[] {
  const given = new Map(standing.answers.map(({ questionId, answer }) => [questionId, answer]));
  const weakest = weakestOf(standing);
  return model.config.elements.map((element, i): ReportElement => {
    const { level, complete } = standing.elements[i]!;
    const step = element.steps[level];
    const missing = step?.questions.filter(
      ({ id }) => !['yes', 'notApplicable'].includes(given.get(id) ?? 'no'),
    );
    return {
      id: element.id,
      area: element.area,
      title: element.title,
      why: element.why,
      level,
      complete,
      weakest: weakest.has(element.id),
      next: step
        ? {
            level: step.level,
            summary: step.summary,
            actions: missing!.map(({ id, text, action, minutes }) => ({
              questionId: id,
              text,
              action,
              minutes,
              answer: given.get(id) ?? null,
              task: tasks.get(id) ?? null,
            })),
          }
        : null,
    };
  });
}

/** What a standing says with the organisation's tasks, target and earlier days. */
export function reportOf(
  model: Model,
  standing: Standing,
  rest: store.ReportParts & Pick<store.StoredAssessment, 'target' | 'updatedAt'>,
): Report {
  return {
    companyName: rest.companyName,
    assessment: { assessmentStatus: standing.result.status },
    overallLevel: standing.result.overallLevel,
    levelInfo: levelInfoOf(model),
    lastUpdated: shownUpdate(rest.updatedAt),
    percent: standing.score.percent,
    minutesLeft: standing.score.minutesLeft,
    nextQuestion: standing.score.nextQuestion,
    target: rest.target,
    areas: model.config.areas.map(({ id, title }) => ({ id, title })),
    elements: reportElements(model, standing, new Map(rest.tasks.map((task) => [task.questionId, task]))),
    snapshots: rest.snapshots.map((one) => ({
      ...one,
      overallLevel: keptLevel({ status: one.assessmentStatus, levels: one.levels }),
    })),
  };
}

/** The report, and the standing that it tells of. */
export async function gatherReport(
  ctx: OrgScope,
): Promise<{ report: Report; standing: Standing; model: Model }> {
  const model = maturityModel();
  const { stored, parts } = await ctx.inOrg(async (db) => {
    const [assessment, rest] = await Promise.all([store.selectAssessment(db), store.selectReportParts(db)]);
    return { stored: assessment, parts: rest };
  });
  const standing = standingOf(model, stored);
  const report = reportOf(model, standing, { ...parts, target: stored.target, updatedAt: stored.updatedAt });
  return { report, standing, model };
}

export const readReport = (ctx: OrgScope): Promise<{ data: Report }> =>
  ctx.remember('organization', ctx.orgId, 'maturity report', async () => ({
    data: (await gatherReport(ctx)).report,
  }));

const taskWords = ({ owner, due, done }: Task) => ({
  ...(owner ? { owner } : {}),
  ...(due ? { due } : {}),
  done,
});

/** Who does an action of the report, until when; without any of it the task is forgotten. */
export const saveTask: Handler<Calls['saveTask']> = async (ctx, body) => {
  const place = maturityModel().questions.get(body.questionId);
  if (!place) throw new Refusal('no-such-question', { questionId: body.questionId });
  const task: Task = {
    questionId: body.questionId,
    owner: oneLine(body.owner),
    due: body.due,
    done: body.done,
  };
  const isEmpty = task.owner === '' && task.due === null && !task.done;
  await ctx.inOrg(async (db) => {
    await store.lockAssessment(db, ctx.orgId, ctx.session.cognitoId);
    const old = await store.selectTask(db, task.questionId);
    if (isEmpty ? !old : old && old.owner === task.owner && old.due === task.due && old.done === task.done)
      return;
    await (isEmpty ? store.deleteTask(db, task.questionId) : store.upsertTask(db, ctx.orgId, task));
    await recordAct(db, {
      act: task.done && !old?.done ? 'assessment-task-done' : 'assessment-task-planned',
      subject: 'maturity_task',
      subjectId: task.questionId,
      subjectName: `“${place.question.action}”`,
      ...(old ? { before: taskWords(old) } : {}),
      after: taskWords(task),
    });
  });
  return {};
};

export const setTarget: Handler<Calls['setTarget']> = async (ctx, body) => {
  await ctx.inOrg(async (db) => {
    await store.lockAssessment(db, ctx.orgId, ctx.session.cognitoId);
    await store.updateTarget(db, body.target);
  });
  return {};
};
