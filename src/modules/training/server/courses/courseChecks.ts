import {
  exercisesOf,
  isExercise,
  strengthVerdicts,
  type Course,
  type Exercise,
  type Question,
  type Scenario,
} from '../../course.ts';

export type Report = (place: string, problem: string) => void;

const twice = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, i) => ids.indexOf(id) !== i)),
];
const missing = (all: readonly string[], given: Iterable<string>): string[] => {
  const have = new Set(given);
  return all.filter((id) => !have.has(id));
};

/** Every wrong answer of an item must say why, and nothing else may. */
function checkReasons(
  place: string,
  answers: readonly string[],
  right: string,
  wrong: Record<string, string>,
  report: Report,
): void {
  if (!answers.includes(right))
    report(place, `has the answer ${right}, which is none of ${answers.join(', ')}`);
  const others = answers.filter((id) => id !== right);
  for (const id of missing(others, Object.keys(wrong))) report(place, `does not say why ${id} is wrong`);
  for (const id of missing(Object.keys(wrong), others))
    report(place, `says why ${id} is wrong, which no one can pick wrongly`);
}

/** Length of every way from a scene to an end, and what is wrong on the way. */
function waysFrom(scenario: Scenario, id: string, walked: readonly string[], report: Report): number[] {
  const scene = scenario.nodes[id];
  if (!scene) {
    report(scenario.id, `leads to ${id}, which is not there`);
    return [];
  }
  if (walked.includes(id)) {
    report(scenario.id, `leads back to ${id}`);
    return [];
  }
  if (scene.end) return [walked.length];
  return scene.choices.flatMap(({ to }) => waysFrom(scenario, to, [...walked, id], report));
}

function checkScenario(scenario: Scenario, report: Report): void {
  const { id, nodes, start } = scenario;
  const seen = new Set<string>();
  const problems = new Set<string>();
  const ways = waysFrom(scenario, start, [], (_, problem) => problems.add(problem));
  for (const problem of problems) report(id, problem);
  const visit = (at: string): void => {
    if (seen.has(at) || !nodes[at]) return;
    seen.add(at);
    for (const { to } of nodes[at].choices) visit(to);
  };
  visit(start);
  for (const orphan of missing(Object.keys(nodes), seen)) report(id, `never reaches ${orphan}`);
  if (ways.some((length) => length < 2 || length > 6))
    report(id, `has a way of ${Math.min(...ways)} or ${Math.max(...ways)} choices; two to six are right`);
  const ends = new Set<string>();
  for (const [at, { choices, end, lesson }] of Object.entries(nodes)) {
    if (end) ends.add(end);
    if (end && (choices.length > 0 || !lesson))
      report(`${id}.${at}`, 'is an end: it must have a lesson and no choices');
    if (!end && choices.length < 2) report(`${id}.${at}`, 'must have two choices at least, or be an end');
    for (const same of twice(choices.map((choice) => choice.id)))
      report(`${id}.${at}`, `has the choice ${same} twice`);
  }
  if (!ends.has('good') || ends.size < 2) report(id, 'must be able to end well, and not so well');
}

type Spotted = Extract<Exercise, { type: 'find' | 'choose' }>;

function checkSpots(exercise: Spotted, report: Report): void {
  const { id, type, spots } = exercise;
  if (type === 'find') {
    if (spots.filter(({ risk }) => risk).length < 2) report(id, 'must have two risks at least');
    if (spots.filter(({ risk }) => !risk).length < 2) report(id, 'must have two harmless spots at least');
  } else
    for (const spot of spots)
      if (spot.choices.filter(({ right }) => right).length !== 1)
        report(`${id}.${spot.id}`, 'must have one right choice');
  for (const [i, one] of spots.entries())
    for (const other of spots.slice(i + 1))
      if (Math.hypot(one.x - other.x, (one.y - other.y) * 0.625) < 7)
        report(id, `has ${one.id} and ${other.id} too near to each other for a finger`);
}

function checkExercise(exercise: Exercise, report: Report): void {
  const { id } = exercise;
  const ids = (list: readonly { id: string }[], what: string) => {
    for (const same of twice(list.map((one) => one.id))) report(id, `has the ${what} ${same} twice`);
    return list.map((one) => one.id);
  };
  if (exercise.type === 'triage') {
    const actions = ids(exercise.actions, 'action');
    ids(exercise.items, 'item');
    for (const item of exercise.items)
      checkReasons(`${id}.${item.id}`, actions, item.answer, item.wrong, report);
  }
  if (exercise.type === 'sort') {
    const bins = ids(exercise.bins, 'bin');
    ids(exercise.items, 'item');
    for (const item of exercise.items) checkReasons(`${id}.${item.id}`, bins, item.bin, item.wrong, report);
    for (const unused of missing(
      bins,
      exercise.items.map(({ bin }) => bin),
    ))
      report(id, `has nothing for ${unused}`);
  }
  if (exercise.type === 'find' || exercise.type === 'choose') {
    ids(exercise.spots, 'spot');
    checkSpots(exercise, report);
  }
  if (exercise.type === 'scenario') checkScenario(exercise, report);
  if (exercise.type === 'checklist')
    for (const variant of exercise.variants) ids(variant.items, `item of ${variant.id}`);
  if (exercise.type === 'strength')
    for (const when of missing(
      strengthVerdicts,
      exercise.tips.map((tip) => tip.when),
    ))
      report(id, `has no tip for ${when}`);
}

function checkQuestion(question: Question, lessons: readonly string[], report: Report): void {
  const { id, type } = question;
  if (!lessons.includes(question.lesson))
    report(id, `belongs to the lesson ${question.lesson}, which is not there`);
  const picked =
    type === 'order'
      ? question.items
      : type === 'spot'
        ? question.parts.filter((part) => part.id !== undefined)
        : question.options;
  for (const same of twice(picked.map((one) => one.id!))) report(id, `has the answer ${same} twice`);
  if (type === 'order') return;
  const right = picked.filter((one) => 'right' in one && one.right).length;
  if (type === 'multiple' ? right < 2 || right === picked.length : right !== 1)
    report(
      id,
      type === 'multiple'
        ? 'must have two right answers at least, and a wrong one'
        : `has ${right} right answers and must have one`,
    );
  if (type === 'spot') {
    if (picked.length < 3) report(id, 'must have three parts that can be picked');
    for (const part of picked) if (!part.why) report(`${id}.${part.id}`, 'must say why');
  }
}

export function checkCourse(course: Course, report: Report): void {
  const lessons = course.lessons.map(({ id }) => id);
  for (const same of twice(lessons)) report('lessons', `has ${same} twice`);
  for (const same of twice(exercisesOf(course).map(({ id }) => id))) report('exercises', `has ${same} twice`);
  for (const lesson of course.lessons)
    if (!lesson.blocks.some((one) => isExercise(one) || one.type === 'figure'))
      report(lesson.id, 'must have a picture or something to do');
  for (const exercise of exercisesOf(course)) checkExercise(exercise, report);
  const { questions, draw } = course.quiz;
  const minutes = course.lessons.reduce((sum, lesson) => sum + lesson.minutes, Math.ceil(draw / 2));
  if (course.minutes !== minutes)
    report('minutes', `must be those of its lessons and half a minute for each question, ${minutes}`);
  for (const same of twice(questions.map(({ id }) => id))) report('quiz', `has ${same} twice`);
  for (const question of questions) checkQuestion(question, lessons, report);
  for (const lesson of lessons)
    if (questions.filter((question) => question.lesson === lesson).length < 3)
      report('quiz', `must ask three questions at least about ${lesson}`);
  for (const type of ['multiple', 'order', 'spot'] as const)
    if (!questions.some((question) => question.type === type))
      report('quiz', `must have a question of type ${type}`);
  const topics = new Set(questions.map(({ topic }) => topic));
  if (topics.size > 1 || !topics.has(undefined))
    if (topics.has(undefined) || topics.size !== draw)
      report('quiz', `must have a topic at each question, and as many topics as are drawn (${draw})`);
  if (questions.length < 2 * draw) report('quiz', `must have twice as many questions as are drawn (${draw})`);
}
