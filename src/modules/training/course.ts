/**
 * A course as authors write it (content/training/v1; content/training/README.md says how), read into trees: prose without markup and
 * pictures as elements, so that nothing of a course can ever be more than text and shapes. Both runtimes use it.
 */
export type Run = { text: string; strong?: true | undefined; em?: true | undefined };
export type Prose = (
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
)[];

export type Shape = { name: string; attributes: Record<string, string>; children: (Shape | string)[] };
export type Picture = { shape: Shape; alt: string };

/** What somebody may pick, with the reason why it is right or not. */
export type Option = { id: string; text: string; right: boolean; why: string };
type WrongAnswers = Record<string, string>;

export type TriageItem = {
  id: string;
  from?: string | undefined;
  address?: string | undefined;
  subject?: string | undefined;
  body: string;
  link?: string | undefined;
  answer: string;
  why: string;
  wrong: WrongAnswers;
};
export type Triage = {
  type: 'triage';
  id: string;
  prompt: string;
  actions: { id: string; label: string }[];
  items: TriageItem[];
};

export type SortItem = { id: string; text: string; bin: string; why: string; wrong: WrongAnswers };
export type Sort = {
  type: 'sort';
  id: string;
  prompt: string;
  bins: { id: string; label: string; hint: string }[];
  items: SortItem[];
};

/** Places in a picture; x and y are the centre in percent of its width and height. */
type Placed = { id: string; label: string; x: number; y: number };
export type Find = {
  type: 'find';
  id: string;
  prompt: string;
  picture: Picture;
  spots: (Placed & { risk: boolean; why: string })[];
};
export type Choose = {
  type: 'choose';
  id: string;
  prompt: string;
  picture: Picture;
  spots: (Placed & { text: string; choices: Option[] })[];
};

export type SceneChoice = { id: string; label: string; to: string; note: string; meter?: number | undefined };
export type Scene = {
  text: string;
  speaker?: string | undefined;
  inject?: string | undefined;
  choices: SceneChoice[];
  end?: 'good' | 'mixed' | 'bad' | undefined;
  lesson?: string | undefined;
};
export type Meter = { label: string; unit: string; unitBefore: boolean; start: number; good: 'low' | 'high' };
export type Scenario = {
  type: 'scenario';
  id: string;
  prompt: string;
  style: 'story' | 'chat' | 'clock' | 'tabletop';
  start: string;
  meter?: Meter | undefined;
  nodes: Record<string, Scene>;
};

export type Checklist = {
  type: 'checklist';
  id: string;
  prompt: string;
  variants: {
    id: string;
    label: string;
    items: { id: string; label: string; where: string; why: string }[];
  }[];
};

export const strengthVerdicts = ['short', 'common', 'pattern', 'name', 'repeat', 'good'] as const;
export type Strength = {
  type: 'strength';
  id: string;
  prompt: string;
  tips: { id: string; when: (typeof strengthVerdicts)[number]; text: string }[];
};

export type Exercise = Triage | Sort | Find | Choose | Scenario | Checklist | Strength;
export type Block =
  | { type: 'text'; prose: Prose }
  | { type: 'figure'; picture: Picture; caption?: string | undefined }
  | { type: 'reveal'; title?: string | undefined; items: { front: string; back: string }[] }
  | Exercise;

type Asked = { id: string; lesson: string; stem: string; topic?: string | undefined };
export type Question = Asked &
  (
    | { type: 'single' | 'multiple'; options: Option[] }
    /** `items` stand in the right order. */
    | { type: 'order'; items: { id: string; text: string; why: string }[] }
    /** A message in pieces; those with an id can be picked, one of them is right. */
    | {
        type: 'spot';
        parts: {
          text: string;
          id?: string | undefined;
          right?: boolean | undefined;
          why?: string | undefined;
        }[];
      }
  );

export type Lesson = { id: string; title: string; minutes: number; blocks: Block[] };
export type Course = {
  id: string;
  /** Semantic; stored with every attempt. */
  version: string;
  /** 1 to 12: the month of the year in which it is taken. */
  month: number;
  title: string;
  summary: string;
  minutes: number;
  /** Each finishes the sentence "You can". */
  goals: string[];
  /** Ids of frameworks that taking the course speaks for. */
  maps: { csf: string[]; cis: string[]; cpg: string[] };
  lessons: Lesson[];
  takeaway: { title: string; do: string; points: string[] };
  quiz: { draw: number; questions: Question[] };
};

const exerciseTypes: ReadonlySet<string> = new Set<Exercise['type']>([
  'triage',
  'sort',
  'find',
  'choose',
  'scenario',
  'checklist',
  'strength',
]);
export const isExercise = (block: Block): block is Exercise => exerciseTypes.has(block.type);
export const exercisesOf = (course: Course): Exercise[] =>
  course.lessons.flatMap(({ blocks }) => blocks.filter(isExercise));
