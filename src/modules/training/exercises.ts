import { isExercise, type Block, type Exercise, type Scenario, type Scene } from './course.ts';
import type { BlockView, ExerciseView, PlayAction, SceneView } from './playEntities.ts';
import { shuffled } from './shuffle.ts';
import type { PlayState } from './playState.ts';

/** What an answer within an exercise led to: what it keeps now, and the words about it; `null` where nothing is answered. */
export type Worked = { got: string[]; feedback: { right: boolean; why: string } | null };
type ExerciseAction = Extract<PlayAction, { exercise: string }>;
type Refused = { refused: 'no-such-thing' | 'already-answered' | 'not-now' };

const nothing: Refused = { refused: 'no-such-thing' };

function itemOf(
  exercise: Exercise,
  id: string,
): { right: string; why: string; whyOf: (choice: string) => string | undefined } | null {
  if (exercise.type === 'triage' || exercise.type === 'sort') {
    const item = (
      exercise.items as {
        id: string;
        why: string;
        wrong: Record<string, string>;
        answer?: string;
        bin?: string;
      }[]
    ).find((one) => one.id === id);
    if (!item) return null;
    const right = (item.answer ?? item.bin)!;
    return {
      right,
      why: item.why,
      whyOf: (choice) =>
        choice === right ? item.why : Object.hasOwn(item.wrong, choice) ? item.wrong[choice] : undefined,
    };
  }
  if (exercise.type !== 'choose') return null;
  const choices = exercise.spots.find((one) => one.id === id)?.choices;
  const right = choices?.find((one) => one.right);
  return right
    ? { right: right.id, why: right.why, whyOf: (choice) => choices!.find((one) => one.id === choice)?.why }
    : null;
}

function choose(
  exercise: Exercise,
  got: readonly string[],
  action: Extract<ExerciseAction, { kind: 'choose' }>,
): Worked | Refused {
  const item = itemOf(exercise, action.item);
  const why = item?.whyOf(action.choice);
  if (!item || why === undefined) return nothing;
  const right = action.choice === item.right;
  // the same answer again is a repeated request; another one comes too late
  if (got.includes(action.item))
    return right ? { got: [...got], feedback: { right, why } } : { refused: 'already-answered' };
  return { got: right ? [...got, action.item] : [...got], feedback: { right, why } };
}

/** The scene in which a scenario stands after these choices, with the ones before it; choices that are gone end the way. */
function walk(scenario: Scenario, choices: readonly string[]) {
  const path: { id: string; choice: string; note: string; meter: number | null }[] = [];
  let id = scenario.start;
  let meter = scenario.meter?.start ?? null;
  for (const one of choices) {
    const choice = scenario.nodes[id]?.choices.find((other) => other.id === one);
    if (!choice) break;
    if (meter !== null) meter += choice.meter ?? 0;
    path.push({ id, choice: one, note: choice.note, meter });
    id = choice.to;
  }
  return { path, id, meter };
}

function step(
  scenario: Scenario,
  got: readonly string[],
  action: Extract<ExerciseAction, { kind: 'step' }>,
): Worked | Refused {
  const { path, id } = walk(scenario, got);
  if (id !== action.scene) return { refused: 'not-now' };
  const choice = scenario.nodes[id]!.choices.find((one) => one.id === action.choice);
  if (!choice) return nothing;
  return { got: [...path.map((one) => one.choice), choice.id], feedback: null };
}

function set(
  exercise: Extract<Exercise, { type: 'checklist' }>,
  got: readonly string[],
  action: Extract<ExerciseAction, { kind: 'set' }>,
): Worked | Refused {
  const variant = exercise.variants.find((one) => one.id === action.variant);
  if (!variant?.items.some((one) => one.id === action.item)) return nothing;
  const key = `${action.variant}/${action.item}`;
  const others = got.filter((one) => one !== key);
  return { got: action.on ? [...others, key] : others, feedback: null };
}

export function work(exercise: Exercise, got: readonly string[], action: ExerciseAction): Worked | Refused {
  switch (action.kind) {
    case 'choose':
      return choose(exercise, got, action);
    case 'look': {
      const spot =
        exercise.type === 'find' ? exercise.spots.find((one) => one.id === action.spot) : undefined;
      return spot
        ? {
            got: got.includes(spot.id) ? [...got] : [...got, spot.id],
            feedback: { right: spot.risk, why: spot.why },
          }
        : nothing;
    }
    case 'step':
      return exercise.type === 'scenario' ? step(exercise, got, action) : nothing;
    case 'again':
      return exercise.type === 'scenario' ? { got: [], feedback: null } : nothing;
    case 'set':
      return exercise.type === 'checklist' ? set(exercise, got, action) : nothing;
    case 'tried':
      return exercise.type === 'strength' ? { got: ['tried'], feedback: null } : nothing;
  }
}

export function isDone(exercise: Exercise, got: readonly string[]): boolean {
  const all = (ids: readonly { id: string }[]) => ids.every(({ id }) => got.includes(id));
  switch (exercise.type) {
    case 'triage':
    case 'sort':
      return all(exercise.items);
    case 'choose':
      return all(exercise.spots);
    case 'find':
      return all(exercise.spots.filter(({ risk }) => risk));
    case 'scenario':
      return exercise.nodes[walk(exercise, got).id]?.end !== undefined;
    case 'checklist':
      return exercise.variants.some((variant) =>
        variant.items.every(({ id }) => got.includes(`${variant.id}/${id}`)),
      );
    case 'strength':
      return got.includes('tried');
  }
}

const sceneView = (id: string, scene: Scene, seed: string): SceneView => ({
  id,
  text: scene.text,
  speaker: scene.speaker,
  inject: scene.inject,
  choices: shuffled(scene.choices, `${seed} ${id}`).map((choice) => ({ id: choice.id, label: choice.label })),
  end: scene.end,
  lesson: scene.lesson,
});

function scenarioView(scenario: Scenario, got: readonly string[], seed: string, done: boolean): ExerciseView {
  const { id, prompt, style, nodes } = scenario;
  const stands = walk(scenario, got);
  const { label = '', unit = '', unitBefore = false, good = 'low' } = scenario.meter ?? {};
  return {
    type: 'scenario',
    id,
    prompt,
    done,
    style,
    meter: stands.meter === null ? null : { label, unit, unitBefore, good, value: stands.meter },
    path: stands.path.map((one) => ({
      scene: sceneView(one.id, nodes[one.id]!, seed),
      choice: one.choice,
      note: one.note,
      meter: one.meter,
    })),
    scene: sceneView(stands.id, nodes[stands.id]!, seed),
  };
}

/** An exercise as its player sees it: what is right shows only where it was found. */
export function exerciseView(exercise: Exercise, state: PlayState): ExerciseView {
  const got = state.work[exercise.id] ?? [];
  const { id, prompt } = exercise;
  const seed = `${state.seed} ${id}`;
  const shared = { id, prompt, done: state.done.includes(id) };
  switch (exercise.type) {
    case 'triage': {
      const { actions } = exercise;
      const items = exercise.items.map(({ answer, why, wrong: _wrong, ...item }) => ({
        ...item,
        solved: got.includes(item.id) ? { choice: answer, why } : null,
      }));
      return { ...shared, type: 'triage', actions, items };
    }
    case 'sort': {
      const items = shuffled(exercise.items, seed).map((item) => ({
        id: item.id,
        text: item.text,
        solved: got.includes(item.id) ? { choice: item.bin, why: item.why } : null,
      }));
      return { ...shared, type: 'sort', bins: exercise.bins, items };
    }
    case 'find': {
      const spots = exercise.spots.map(({ risk, why, ...spot }) => ({
        ...spot,
        seen: got.includes(spot.id) ? { risk, why } : null,
      }));
      return {
        ...shared,
        type: 'find',
        picture: exercise.picture,
        risks: exercise.spots.filter(({ risk }) => risk).length,
        spots,
      };
    }
    case 'choose': {
      const spots = exercise.spots.map(({ choices, ...spot }) => {
        const right = choices.find((one) => one.right)!;
        const shown = shuffled(choices, `${seed} ${spot.id}`).map((one) => ({ id: one.id, text: one.text }));
        return {
          ...spot,
          choices: shown,
          solved: got.includes(spot.id) ? { choice: right.id, why: right.why } : null,
        };
      });
      return { ...shared, type: 'choose', picture: exercise.picture, spots };
    }
    case 'scenario':
      return scenarioView(exercise, got, seed, shared.done);
    case 'checklist': {
      const variants = exercise.variants.map((variant) => ({
        ...variant,
        items: variant.items.map((item) => ({ ...item, on: got.includes(`${variant.id}/${item.id}`) })),
      }));
      return { ...shared, type: 'checklist', variants };
    }
    case 'strength':
      return { ...shared, type: 'strength', tips: exercise.tips };
  }
}

export const blockView = (block: Block, state: PlayState): BlockView =>
  isExercise(block) ? exerciseView(block, state) : block;
