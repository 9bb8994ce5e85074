import type { CSSProperties } from 'react';

/** The three colors of a tone, such as `danger` or `grade-a`, as `--solid`, `--text`, and `--tint` of one element. */
export const toneStyle = (name: string): CSSProperties => ({
  ['--solid' as string]: `var(--ui-${name})`,
  ['--text' as string]: `var(--ui-${name}-text)`,
  ['--tint' as string]: `var(--ui-${name}-tint)`,
});
