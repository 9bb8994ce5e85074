import type { ReactNode } from 'react';

/** The introduction of one feature. */
export type FeatureIntro = {
  title: string;
  pages: readonly { title: string; text: ReactNode; drawing: ReactNode }[];
};
