import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  addressKey,
  changeTeamPerson,
  cleanPart,
  leaveTraining,
  lockOrganization,
} from '#modules/organization/server/public.ts';
import { endSigningLink } from '#modules/policies/server/public.ts';
import type { trainingContract } from '../../contract.ts';
import type { TrainingSettings } from '../../entities.ts';
import { archive, bringBack } from './archive.ts';
import { coursesToGive, readCatalog } from '../courses/catalog.ts';
import { isMonthInReach, today } from './enrolDates.ts';
import { plansOf } from '../progress/plans.ts';
import { replan } from '../progress/replan.store.ts';
import { seatsOfPlan } from './seats.ts';
import { readSettings } from '../settings.ts';
import * as store from './trainees.store.ts';
import { editedMessage, editProblem, people, type EditProblem } from '../wording.ts';

type Calls = typeof trainingContract;
type Edit = BodyOf<Calls['editTrainee']>['trainees'][number];

/** Of people who are all there. Refuses with `no-such-trainee`. */
async function mustKnow(db: OrgDb, ids: readonly string[]): Promise<Map<string, store.Person>> {
  const known = await store.selectPeople(db, ids);
  if (ids.some((id) => !known.has(id))) throw new Refusal('no-such-trainee');
  return known;
}

const shownName = (person: store.Person): string => person.name;
/** Whom an act was about: a name, or how many. */
const subjectOf = (whom: readonly store.Person[]): { subjectName: string; subjectId?: string } =>
  whom.length === 1
    ? { subjectName: shownName(whom[0]!), subjectId: whom[0]!.id }
    : { subjectName: people(whom.length) };

async function changePerson(
  db: OrgDb,
  person: store.Person,
  edit: Edit,
  { settings, now, isSupport }: { settings: TrainingSettings; now: Date; isSupport: boolean },
): Promise<EditProblem | 'same' | 'changed'> {
  const part = (given: string | undefined, before: string, most?: number) =>
    given === undefined ? before : cleanPart(given, most);
  const next = {
    firstName: part(edit.firstName, person.firstName),
    lastName: part(edit.lastName, person.lastName),
    email: part(edit.email, person.email, 255),
    department: part(edit.department, person.department),
  };
  const startMonth = edit.startMonth ?? person.startMonth;
  const isMoved = startMonth !== person.startMonth;
  if (isMoved && !isMonthInReach(startMonth, now)) return 'bad-month';
  // their link goes to it, and whoever opens the link learns in their name
  if (isSupport && addressKey(next.email) !== addressKey(person.email))
    throw new Refusal('not-in-support-session');
  const isRenamed = (['firstName', 'lastName', 'email', 'department'] as const).some(
    (key) => next[key] !== person[key],
  );
  if (isRenamed) {
    const problem = await changeTeamPerson(db, person.id, next);
    if (problem) return problem;
    if (addressKey(next.email) !== addressKey(person.email)) {
      await store.endLink(db, person.id);
      if (person.signs) await endSigningLink(db, person.id);
    }
  }
  if (isMoved) {
    await store.setStartMonth(db, person.id, startMonth);
    if (settings.calendar === 'own') await replan(db, settings, [person.id], now);
    await recordAct(db, {
      act: 'trainee-changed',
      subject: 'trainee',
      ...subjectOf([person]),
      before: { startMonth: person.startMonth },
      after: { startMonth },
    });
  }
  return isRenamed || isMoved ? 'changed' : 'same';
}

/** Changes people one after the other; whoever cannot be changed is told about, and the others are changed all the same. */
export async function editTrainees(
  ctx: OrgScope & Partial<Pick<OrgCtx, 'session'>>,
  { trainees }: BodyOf<Calls['editTrainee']>,
): Promise<ReplyOf<Calls['editTrainee']>> {
  const now = ctx.now();
  const isSupport = (ctx.session?.supportStaff ?? null) !== null;
  const total = await seatsOfPlan(ctx);
  return ctx.inOrg(async (db) => {
    await lockOrganization(db, ctx.orgId);
    const ids = trainees.map(({ id }) => id);
    // all of them before the first is changed: somebody who learns meanwhile holds themselves and waits for the counts
    await store.lockTrainees(db, ids);
    const known = await mustKnow(db, ids);
    const settings = await readSettings(db, now);
    let left = total - (await store.countActive(db));
    const [archived, restored]: [store.Person[], store.Person[]] = [[], []];
    const failed: { id: string; message: string }[] = [];
    const changed = new Set<string>();
    // a person named twice counts as they are after the first time
    for (const edit of trainees) {
      const person = known.get(edit.id)!;
      const moves = edit.archived !== undefined && edit.archived !== person.archived;
      const outcome =
        moves && !edit.archived && left <= 0
          ? 'no-seat'
          : await changePerson(db, person, edit, { settings, now, isSupport });
      if (outcome !== 'same' && outcome !== 'changed') {
        failed.push({ id: edit.id, message: editProblem(shownName(person), outcome) });
        continue;
      }
      if (moves) {
        await (edit.archived ? archive : bringBack)(db, [edit.id], now);
        left += edit.archived ? 1 : -1;
        (edit.archived ? archived : restored).push(person);
      }
      if (outcome === 'changed' || moves) changed.add(edit.id);
      if (outcome === 'changed' || moves)
        known.set(edit.id, (await store.selectPeople(db, [edit.id])).get(edit.id)!);
    }
    for (const [act, whom] of [
      ['trainees-archived', archived],
      ['trainees-restored', restored],
    ] as const)
      if (whom.length > 0) await recordAct(db, { act, subject: 'trainee', ...subjectOf(whom) });
    const counts = {
      changed: changed.size,
      archived: archived.length,
      restored: restored.length,
      failed: failed.length,
    };
    return { data: { changed: changed.size, failed }, message: editedMessage(counts) };
  });
}

/** Courses that are given to somebody who has them, or taken from somebody who has them not, change nothing. */
export async function editCourses(
  ctx: OrgScope,
  given: BodyOf<Calls['editTraineesCourses']>,
): Promise<ReplyOf<Calls['editTraineesCourses']>> {
  const now = ctx.now();
  const ids = given.trainees === 'all' ? null : [...new Set(given.trainees)];
  return ctx.inOrg(async (db) => {
    await lockOrganization(db, ctx.orgId);
    const known = ids && (await mustKnow(db, ids));
    const add = await coursesToGive(db, given.add);
    const { all } = await readCatalog(db);
    if (given.remove.some((id) => !all.has(id))) throw new Refusal('no-such-course');
    const remove = [...new Set(given.remove)].filter((id) => !given.add.includes(id));
    const settings = await readSettings(db, now);
    const plans = plansOf(settings, add, await store.selectStartMonths(db, ids), today(now));
    const changed = await store.changeCourses(db, ids, plans, remove);
    if (changed > 0)
      await recordAct(db, {
        act: 'courses-changed',
        subject: 'enrolment',
        ...(known?.size === 1 ? subjectOf([...known.values()]) : { subjectName: people(changed) }),
        after: {
          ...(add.length > 0 ? { given: add.map(({ title }) => title) } : {}),
          ...(remove.length > 0 ? { taken: remove.map((id) => all.get(id)!.title) } : {}),
        },
      });
    return {
      data: { people: changed },
      message:
        changed === 0 ? 'Nothing had to be changed.' : `The courses of ${people(changed)} were changed.`,
    };
  });
}

export async function deleteTrainee(
  ctx: OrgScope,
  { trainee: id }: BodyOf<Calls['deleteTrainee']>,
): Promise<ReplyOf<Calls['deleteTrainee']>> {
  return ctx.inOrg(async (db) => {
    await lockOrganization(db, ctx.orgId);
    const person = (await mustKnow(db, [id])).get(id)!;
    await store.deleteTraineeRow(db, id);
    await leaveTraining(db, [id], ctx.now());
    await recordAct(db, { act: 'trainee-deleted', subject: 'trainee', ...subjectOf([person]) });
    return { message: `The training of ${shownName(person)} was deleted.` };
  });
}
