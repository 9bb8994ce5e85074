/**
 * Pages may replace what the driver of Chromium calls inside them (`JSON.stringify`, say). Its calls back to us then fail
 * where nobody waits for them, which would end the process.
 */
export const isStray = (error: unknown): boolean =>
  error instanceof Error && /[\\/]playwright-core[\\/]/.test(error.stack ?? '');

let watched = false;

/** Lets failures of the driver pass, and no others. Once for the process. */
export function toleratesStrays(): void {
  if (watched) return;
  watched = true;
  process.on('unhandledRejection', (error) => {
    if (!isStray(error)) throw error;
  });
}
