import type { PortalData } from './contract.ts';

export type MaturityPrompt = 'release-notes' | 'roadblock' | null;

/**
 * Which dialog about the cyber maturity assessment comes by itself (platform.md 4): first, once, the release notes; at later
 * visits the roadblock, until the assessment is completed or the person does not want to see it again.
 * @param notesShown the release notes were shown in this visit
 */
export function maturityPrompt(
  data: Pick<PortalData, 'introViewed' | 'cybermaturity'>,
  assessment: { completed: boolean } | null,
  notesShown: boolean,
): MaturityPrompt {
  if (!assessment || !data.introViewed.dashboard) return null;
  if (!data.cybermaturity.hasSeenReleaseNotes) return notesShown ? null : 'release-notes';
  if (notesShown || data.cybermaturity.dontShowRoadBlock || assessment.completed) return null;
  return 'roadblock';
}
