import type { Solver } from './captcha.ts';

type Opened = { solver: Solver; passOf: (solver: Solver) => Promise<string> };

/** The captcha of a form, whose code loads when the form is first touched. */
export function lazyCaptcha() {
  let opening: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opening ??= import('./captcha.ts')
      .then(async ({ openSolver, passOf }) => ({ solver: await openSolver(), passOf }))
      .catch((error: unknown) => {
        // what did not load is tried again at the next use
        opening = undefined;
        throw error;
      });
    return opening;
  };
  const quietly = (what: (solver: Solver) => void) => (opened: Promise<Opened> | undefined) =>
    void opened?.then(({ solver }) => what(solver)).catch(() => {});
  return {
    prepare: () => quietly((solver) => solver.prepare())(open()),
    /** A pass for one sign-up. Throws `CallError`. */
    pass: async (): Promise<string> => {
      const { solver, passOf } = await open();
      return passOf(solver);
    },
    reset: () => quietly((solver) => solver.reset())(opening),
  };
}
