import { pacificDay } from '#platform/days.ts';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct, type Act } from '#platform/server/audit.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { isLegible, severalLines } from '#platform/text.ts';
import type { maturityContract } from '../contract.ts';
import type { AnswerValue, AreaId, AssessmentData } from '../entities.ts';
import { answerLabel } from '../rules.ts';
import { evidenceOffers } from './evidence.ts';
import * as store from './assessment.store.ts';
import { areaTitle, maturityModel, type Model } from './model.ts';
import { offeredAnswers, score, scoreElement } from './scoring.ts';
import { assessmentData, standingOf, type Standing } from './standing.ts';

type Calls = typeof maturityContract;
/** Inside an organisation, for a known person. */
export type ActingCtx = OrgScope & Pick<OrgCtx, 'session'>;
type Given = { questionId: string; answer: AnswerValue; note: string };
type Saved = ReplyOf<Calls['saveAssessment']>;

const answersOf = ({ answers }: Standing): Map<string, AnswerValue> =>
  new Map(answers.map(({ questionId, answer }) => [questionId, answer]));

const configs = new WeakMap<Model, ReplyOf<Calls['assessmentConfig']>>();

/** The same object each time, so that its text is written once. */
export async function assessmentConfig(_ctx: OrgScope): Promise<ReplyOf<Calls['assessmentConfig']>> {
  const model = maturityModel();
  if (!configs.has(model)) configs.set(model, { data: model.config });
  return configs.get(model)!;
}

export const readAssessment = (ctx: OrgScope): Promise<{ data: AssessmentData }> =>
  ctx.remember('organization', ctx.orgId, `maturity assessment ${pacificDay(ctx.now())}`, async () => {
    const model = maturityModel();
    const stored = await ctx.inOrg((db) => store.selectAssessment(db));
    return { data: await shown(ctx, model, standingOf(model, stored), stored.updatedAt) };
  });

/** The answers of a body, whichever of its three forms it has. */
function givenIn({ data }: BodyOf<Calls['saveAssessment']>): Given[] {
  const list = Array.isArray(data) ? data : 'answers' in data ? data.answers : [data];
  return list.map(({ questionId, answer, note }) => ({ questionId, answer, note: severalLines(note ?? '') }));
}

/** Puts answers in, one after the other, so that each may open the way for the next. Refuses as the contract says. */
export function putAnswers(
  model: Model,
  before: ReadonlyMap<string, AnswerValue>,
  given: readonly Given[],
): Map<string, AnswerValue> {
  const answers = new Map(before);
  for (const { questionId, answer, note } of given) {
    const place = model.questions.get(questionId);
    if (!place) throw new Refusal('no-such-question', { questionId });
    if (!scoreElement(place.element, answers).reachable.includes(questionId))
      throw new Refusal('question-not-reachable', {
        questionId,
        nextQuestion: score(model, answers).nextQuestion,
      });
    if (!offeredAnswers(place.question).includes(answer))
      throw new Refusal('answer-not-offered', { questionId });
    if (answer === 'notApplicable' && !isLegible(note)) throw new Refusal('note-missing', { questionId });
    answers.set(questionId, answer);
  }
  return answers;
}

const wordsOf = (
  model: Model,
  { questionId, answer, note }: { questionId: string; answer: AnswerValue; note: string },
) => {
  const place = model.questions.get(questionId);
  return { answer: place ? answerLabel(place.question, answer) : answer, ...(note ? { note } : {}) };
};
const quoted = (model: Model, questionId: string): string =>
  `“${model.questions.get(questionId)?.question.text ?? questionId}”`;

/** One entry for one save: of many answers at once it lists the questions. */
function answeredAct(
  model: Model,
  before: ReadonlyMap<string, store.StoredAnswer>,
  given: readonly Given[],
): Act | null {
  const changed = given.filter(({ questionId, answer, note }) => {
    const old = before.get(questionId);
    return old?.answer !== answer || old.note !== note;
  });
  if (changed.length === 0) return null;
  const [first] = changed as [Given, ...Given[]];
  if (changed.length > 1) {
    const answers = changed.map((one) => `${quoted(model, one.questionId)} ${wordsOf(model, one).answer}`);
    return {
      act: 'assessment-answered',
      subject: 'maturity_answer',
      subjectName: `${changed.length} questions`,
      after: { answers },
    };
  }
  const old = before.get(first.questionId);
  const after = wordsOf(model, first);
  return {
    act: 'assessment-answered',
    subject: 'maturity_answer',
    subjectId: first.questionId,
    subjectName: `${quoted(model, first.questionId)} with ${after.answer}`,
    ...(old ? { before: wordsOf(model, old) } : {}),
    after,
  };
}

/**
 * Titles of the areas that a change completed. An area counts as completed again only where it really was incomplete in
 * between: an answer was taken back, or a step that was met opened the next one.
 */
const completedNow = (model: Model, before: readonly AreaId[], after: readonly AreaId[]): string | null => {
  const titles = after.filter((area) => !before.includes(area)).map((area) => areaTitle(model, area));
  return titles.length > 0 ? titles.join(' and ') : null;
};

/** The state with what speaks for open answers, which other modules tell: never inside a transaction. */
async function shown(
  ctx: OrgScope,
  model: Model,
  standing: Standing,
  updatedAt: Date | null,
): Promise<AssessmentData> {
  return assessmentData(model, standing, {
    updatedAt,
    evidence: await evidenceOffers(ctx, answersOf(standing)),
  });
}

export async function saveAssessment(ctx: ActingCtx, body: BodyOf<Calls['saveAssessment']>): Promise<Saved> {
  const model = maturityModel();
  const { cognitoId, email } = ctx.session;
  const now = ctx.now();
  const { completedCategory, after } = await ctx.inOrg(async (db) => {
    const name = await store.lockAssessment(db, ctx.orgId, cognitoId);
    const stored = await store.selectAssessment(db);
    const before = standingOf(model, stored);
    const known = new Map(before.answers.map((answer) => [answer.questionId, answer]));
    const given = [...new Map(givenIn(body).map((one) => [one.questionId, one])).values()];
    putAnswers(model, answersOf(before), givenIn(body));
    const added = given.map((one) => ({
      ...one,
      answeredAt: now,
      answeredBy: name ?? email,
      contentVersion: model.config.version,
      by: cognitoId,
      byEmail: email,
    }));
    const answers = [...new Map([...known, ...added.map((one) => [one.questionId, one] as const)]).values()];
    const standing = standingOf(model, { answers, result: stored.result });
    await store.upsertAnswers(db, ctx.orgId, added);
    await store.keepResult(db, ctx.orgId, standing.result, pacificDay(now), now);
    const act = answeredAct(model, known, given);
    if (act) await recordAct(db, act);
    return {
      completedCategory: completedNow(model, before.score.completedAreas, standing.score.completedAreas),
      after: standing,
    };
  });
  return { completedCategory, data: await shown(ctx, model, after, now) };
}

function removedAct(model: Model, removed: readonly store.StoredAnswer[], all: boolean): Act {
  const [first] = removed as [store.StoredAnswer, ...store.StoredAnswer[]];
  const answers = removed.map((one) => `${quoted(model, one.questionId)} ${wordsOf(model, one).answer}`);
  if (all)
    return {
      act: 'assessment-cleared',
      subject: 'maturity_answer',
      subjectName: `${removed.length}`,
      before: { answers },
    };
  return {
    act: 'assessment-answer-removed',
    subject: 'maturity_answer',
    ...(removed.length === 1
      ? {
          subjectId: first.questionId,
          subjectName: quoted(model, first.questionId),
          before: wordsOf(model, first),
        }
      : { subjectName: `${removed.length} questions`, before: { answers } }),
  };
}

/** Takes answers back; tasks, the target and the states of earlier days stay. */
export const removeAssessment: Handler<Calls['removeAssessment']> = async (ctx, body) => {
  const model = maturityModel();
  const questionIds = new Set(body.data.questionIds);
  for (const questionId of questionIds)
    if (!model.questions.has(questionId)) throw new Refusal('no-such-question', { questionId });
  const all = questionIds.size === 0;
  const now = ctx.now();
  const { after, updatedAt } = await ctx.inOrg(async (db) => {
    await store.lockAssessment(db, ctx.orgId, ctx.session.cognitoId);
    const stored = await store.selectAssessment(db);
    const isRemoved = ({ questionId }: store.StoredAnswer) => all || questionIds.has(questionId);
    const removed = stored.answers.filter(isRemoved);
    const answers = stored.answers.filter((answer) => !isRemoved(answer));
    const standing = standingOf(model, { answers, result: stored.result });
    if (removed.length === 0) return { after: standing, updatedAt: stored.updatedAt };
    await store.deleteAnswers(db, all ? null : [...questionIds]);
    await keep(db, ctx.orgId, standing, now);
    await recordAct(db, removedAct(model, removed, all));
    return { after: standing, updatedAt: now };
  });
  return { completedCategory: null, data: await shown(ctx, model, after, updatedAt) };
};

const keep = (db: OrgDb, orgId: string, { answers, result }: Standing, now: Date): Promise<void> =>
  answers.length > 0
    ? store.keepResult(db, orgId, result, pacificDay(now), now)
    : store.keepNothing(db, pacificDay(now), now);

/** The answers were looked through after a change of the model: from now on they count for it. */
export async function reconfirm(ctx: ActingCtx): Promise<ReplyOf<Calls['reconfirm']>> {
  const model = maturityModel();
  const { version } = model.config;
  const now = ctx.now();
  const { after, updatedAt } = await ctx.inOrg(async (db) => {
    await store.lockAssessment(db, ctx.orgId, ctx.session.cognitoId);
    const stored = await store.selectAssessment(db);
    const before = standingOf(model, stored);
    if (!before.reconfirm) return { after: before, updatedAt: stored.updatedAt };
    const answers = stored.answers.map((answer) => ({ ...answer, contentVersion: version }));
    const standing = standingOf(model, { answers, result: stored.result });
    await store.updateAnswerVersions(db, version);
    await keep(db, ctx.orgId, standing, now);
    await recordAct(db, { act: 'assessment-reconfirmed', subject: 'maturity_assessment' });
    return { after: standing, updatedAt: now };
  });
  return { data: await shown(ctx, model, after, updatedAt) };
}
