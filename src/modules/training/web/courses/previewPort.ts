import { call, CallError } from '#platform/web/call.ts';
import { trainingActsContract } from '../../contract.ts';
import { playRefusals, type PlayRefusal } from '../../playEntities.ts';
import { PlayRefused, type PlayPort } from '../play/port.ts';

const isPlayRefusal = (code: string): code is PlayRefusal => code in playRefusals;

/** A course to look at: what is done in it stays in this page alone, and goes along with every step. */
export function previewPort(course: string): PlayPort {
  let state: string | null = null;
  // one step after the other, each on what the last one left
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const next = last.then(step, step);
    last = next.catch(() => {});
    return next;
  };
  return {
    load: () =>
      inTurn(async () => {
        const { data } = await call(trainingActsContract.previewCourse, { course, state });
        state = data.state;
        return data.view!;
      }),
    act: (action) =>
      inTurn(async () => {
        try {
          const { data } = await call(trainingActsContract.previewCourse, { course, state, action });
          state = data.state;
          return data.reply!;
        } catch (error) {
          if (error instanceof CallError && isPlayRefusal(error.code)) throw new PlayRefused(error.code);
          throw error;
        }
      }),
  };
}
