import type { FeatureIntro } from './featureIntro.ts';
import type { IntroducedFeature } from '../../rules.ts';

/** The introduction of each feature (platform.md 2), loaded when it is shown. */
export const intros: Record<IntroducedFeature, () => Promise<FeatureIntro>> = {
  compliance: async () => (await import('./compliance.tsx')).intro,
  monitoring: async () => (await import('./monitoring.tsx')).intro,
  ratings: async () => (await import('./ratings.tsx')).intro,
  training: async () => (await import('./training.tsx')).intro,
  cybermaturity: async () => (await import('./cybermaturity.tsx')).intro,
  cyberconcierge: async () => (await import('./cyberconcierge.tsx')).intro,
};
