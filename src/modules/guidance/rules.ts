import type { IntroFeature, PortalData } from './contract.ts';

/** Features that introduce themselves; the dashboard's introduction is a page of its own. */
export type IntroducedFeature = Exclude<IntroFeature, 'dashboard'>;

/** The first page of each feature, where one line says what it is for. */
const homes: Record<IntroducedFeature, RegExp> = {
  compliance: /^\/securitypolicy$/,
  monitoring: /^\/webappscan(\/[^/]+)?$/,
  ratings: /^\/attacksurface$/,
  training: /^\/training(\/(overview|trainees|courses|settings))?$/,
  cybermaturity: /^\/cybermaturity\/(assessment|report)$/,
  cyberconcierge: /^\/concierge(\/(about|weaknesses|messages|conversations))?$/,
};
export const introducedFeatures = Object.keys(homes) as IntroducedFeature[];

type Seen = Pick<PortalData, 'introViewed' | 'firstSession'>;

/** The feature whose one-line introduction belongs on a page: in the first session, until it was closed or its pages were opened. */
export function introLineOf(path: string, data: Seen): IntroducedFeature | null {
  if (!data.firstSession) return null;
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  return (
    introducedFeatures.find((feature) => homes[feature].test(plain) && !data.introViewed[feature]) ?? null
  );
}

/** Whether the pages that introduce a feature open by themselves: once, and not in the first session (platform.md 4). */
export const opensByItself = (feature: IntroducedFeature, data: Seen): boolean =>
  data.introViewed.dashboard === true && !data.firstSession && !data.introViewed[feature];

export type MaturityPrompt = 'release-notes' | 'roadblock' | null;

/**
 * Which dialog about the cyber maturity assessment opens by itself (platform.md 4): first, once, the release notes; at a later
 * visit the roadblock, until it was closed once, the assessment is completed, or the person does not want to see it again.
 * In a person's first session neither does: both wait behind "What is new".
 * @param notesShown the release notes were shown in this visit
 */
export function maturityPrompt(
  data: Pick<PortalData, 'introViewed' | 'cybermaturity' | 'firstSession'>,
  assessment: { completed: boolean } | null,
  notesShown: boolean,
): MaturityPrompt {
  if (!assessment || !data.introViewed.dashboard || data.firstSession) return null;
  if (!data.cybermaturity.hasSeenReleaseNotes) return notesShown ? null : 'release-notes';
  if (
    notesShown ||
    data.cybermaturity.closedRoadBlock ||
    data.cybermaturity.dontShowRoadBlock ||
    assessment.completed
  )
    return null;
  return 'roadblock';
}

export type NewsId = Exclude<MaturityPrompt, null> | IntroducedFeature;
/** `fresh` until it was opened or closed once. */
export type NewsItem = { id: NewsId; fresh: boolean };

/**
 * What waits behind "What is new": the release notes, the roadblock, and introductions that were not seen yet.
 * @param active features that the plan has
 */
export function newsOf(
  data: Pick<PortalData, 'introViewed' | 'cybermaturity'>,
  assessment: { completed: boolean } | null,
  active: ReadonlySet<IntroducedFeature>,
): NewsItem[] {
  const { hasSeenReleaseNotes, dontShowRoadBlock, closedRoadBlock } = data.cybermaturity;
  const asksToAssess =
    active.has('cybermaturity') &&
    hasSeenReleaseNotes &&
    !dontShowRoadBlock &&
    assessment?.completed === false;
  return [
    ...(active.has('cybermaturity') && !hasSeenReleaseNotes
      ? [{ id: 'release-notes' as const, fresh: true }]
      : []),
    ...(asksToAssess ? [{ id: 'roadblock' as const, fresh: !closedRoadBlock }] : []),
    ...introducedFeatures
      .filter((id) => active.has(id) && !data.introViewed[id])
      .map((id) => ({ id, fresh: true })),
  ];
}
