import type { Trainee, TraineeCourse } from '../entities.ts';

export type Chosen = { trainee: Trainee; courses: readonly TraineeCourse[] };

/** What is open over the screens of training; `onDone` hears that it was carried out. */
export type TrainingDialog = { onDone?: () => void } & (
  | { kind: 'add' | 'upload' | 'team' }
  | { kind: 'edit' | 'delete' | 'newLink'; person: Trainee }
  | { kind: 'archive' | 'restore'; people: readonly Trainee[] }
  /** Everybody who is not archived, where no one is named. */
  | { kind: 'courses'; people: readonly Chosen[] | 'all' }
  | { kind: 'remind'; people: readonly Trainee[] | 'all' }
);
export type ShowDialog = (dialog: TrainingDialog, from: HTMLElement | null) => void;
