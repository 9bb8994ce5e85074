import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlayAction, PlayReply, PlayView } from '../../playEntities.ts';
import { PlayRefused, type PlayPort } from './port.ts';

/** What was said about the latest answer to one item. */
export type Feedback = { item: string; choice: string; right: boolean; why: string };
export type Play = {
  view: PlayView;
  feedback: (exercise: string, item: string) => Feedback | undefined;
  /** The same of the item of an exercise that was answered last. */
  latest: (exercise: string) => Feedback | undefined;
  /** Null where it did not go through; the words about it stand at the foot of the page. */
  act: (action: PlayAction) => Promise<PlayReply | null>;
};

/** What an action is about: a later one about the same takes its place while it waits to be sent again. */
function subjectOf(action: PlayAction): string {
  switch (action.kind) {
    case 'open':
      return `open ${action.lesson}`;
    case 'answer':
      return `answer ${action.question}`;
    case 'choose':
      return `item ${action.exercise} ${action.item}`;
    case 'look':
      return `item ${action.exercise} ${action.spot}`;
    case 'set':
      return `set ${action.exercise} ${action.variant} ${action.item}`;
    case 'startQuiz':
      return 'startQuiz';
    case 'step':
    case 'again':
    case 'tried':
      return `exercise ${action.exercise}`;
  }
}

const withReply = (view: PlayView, { exercise, progress, quiz }: PlayReply): PlayView => ({
  ...view,
  progress,
  quiz,
  lessons: exercise
    ? view.lessons.map((lesson) => ({
        ...lesson,
        blocks: lesson.blocks.map((block) => ('id' in block && block.id === exercise.id ? exercise : block)),
      }))
    : view.lessons,
});

/** A course being played: its view, what is feedback, and actions in the order in which they were made, none of them twice. */
export function usePlay(port: PlayPort) {
  const [view, setView] = useState<PlayView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [feedback, setFeedback] = useState<ReadonlyMap<string, Feedback>>(new Map());
  const [unsaved, setUnsaved] = useState<readonly PlayAction[]>([]);
  const [busy, setBusy] = useState(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const running = useRef(new Set<string>());

  const load = useCallback(
    () =>
      port.load().then(
        (loaded) => {
          setView(loaded);
          setFailure(null);
        },
        (error: unknown) => setFailure(error),
      ),
    [port],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const perform = useCallback(
    async (action: PlayAction): Promise<PlayReply | null> => {
      const subject = subjectOf(action);
      const settled = () => setUnsaved((before) => before.filter((one) => subjectOf(one) !== subject));
      try {
        const reply = await port.act(action);
        const { feedback } = reply;
        if (feedback && (action.kind === 'choose' || action.kind === 'look')) {
          const [item, choice] =
            action.kind === 'choose' ? [action.item, action.choice] : [action.spot, action.spot];
          const shown = { item, choice, ...feedback };
          setFeedback((before) =>
            new Map(before).set(subject, shown).set(`latest ${action.exercise}`, shown),
          );
        }
        if (action.kind === 'again') setFeedback(new Map());
        setView((before) => before && withReply(before, reply));
        settled();
        return reply;
      } catch (error) {
        if (error instanceof PlayRefused) {
          settled();
          // done in another window: what stands now is shown, without a word
          await load();
          return null;
        }
        setUnsaved((before) => [...before.filter((one) => subjectOf(one) !== subject), action]);
        return null;
      }
    },
    [port, load],
  );

  const act = useCallback(
    (action: PlayAction): Promise<PlayReply | null> => {
      const key = JSON.stringify(action);
      if (running.current.has(key)) return Promise.resolve(null);
      running.current.add(key);
      setBusy(true);
      const done = queue.current.then(() => perform(action));
      queue.current = done.finally(() => {
        running.current.delete(key);
        if (running.current.size === 0) setBusy(false);
      });
      return done;
    },
    [perform],
  );

  const retry = useCallback(() => {
    for (const action of unsaved) void act(action);
  }, [unsaved, act]);
  useEffect(() => {
    if (unsaved.length === 0) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [unsaved, retry]);

  const tell = useCallback(
    (exercise: string, item: string) => feedback.get(`item ${exercise} ${item}`),
    [feedback],
  );
  const latest = useCallback((exercise: string) => feedback.get(`latest ${exercise}`), [feedback]);
  const play: Play | null = view && { view, feedback: tell, latest, act };
  return { play, failure, load, isUnsaved: unsaved.length > 0, retry, busy };
}
