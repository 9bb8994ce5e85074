import type { ModuleStatus } from '#modules/plans/contract.ts';
import type { DashboardData } from './contract.ts';

/** What is put off comes back after so many days. */
export const snoozeDays = 30;

/**
 * platform.md 2: how wide cards are depends on how many of compliance, training and monitoring are shown. All six stand three
 * in a row; with one of the three missing there is room for two wide ones.
 */
export const cardWidth = ({ compliance, training, monitoring }: DashboardData['modules']): 'third' | 'half' =>
  [compliance, training, monitoring].every((status) => status !== 'NOT_AVAILABLE') ? 'third' : 'half';

/** A card is hidden where its module is not on offer; where the module is not active, the card leads to the plans. */
const isOpen = (status: ModuleStatus): status is 'ACTIVE' => status === 'ACTIVE';

export type MaturityCardState = 'subscribe' | 'start' | 'finish' | 'done';

/** What the card of the maturity assessment says and offers; null where it is hidden. */
export function maturityCardState({ zimm, modules }: DashboardData): MaturityCardState | null {
  if (modules.cybermaturity === 'NOT_AVAILABLE') return null;
  if (!isOpen(modules.cybermaturity) || !zimm) return 'subscribe';
  if (zimm.assessmentStatus === null) return 'start';
  return zimm.assessmentStatus === 'completed' ? 'done' : 'finish';
}

export type ConciergeCardState = 'subscribe' | 'learn' | 'weaknesses' | 'messages' | 'both';

/** What the card of the concierge says and offers: to learn more while there is nothing to look at; null where it is hidden. */
export function conciergeCardState({ cyberConcierge, modules }: DashboardData): ConciergeCardState | null {
  if (modules.cyberconcierge === 'NOT_AVAILABLE') return null;
  if (!isOpen(modules.cyberconcierge) || !cyberConcierge) return 'subscribe';
  const { numberOfWeaknesses, numberOfAlerts } = cyberConcierge;
  if (numberOfWeaknesses > 0) return numberOfAlerts > 0 ? 'both' : 'weaknesses';
  return numberOfAlerts > 0 ? 'messages' : 'learn';
}

export type ComplianceCardState = 'subscribe' | 'activate' | 'finish' | 'add' | 'review';

/** What the card of security policies says and offers: drafts first, then templates, then what is all in effect; null where hidden. */
export function complianceCardState({ compliance, modules }: DashboardData): ComplianceCardState | null {
  if (modules.compliance === 'NOT_AVAILABLE') return null;
  if (!isOpen(modules.compliance) || !compliance) return 'subscribe';
  if (compliance.draft + compliance.revisions > 0) return 'finish';
  if (compliance.active === 0) return 'activate';
  if (compliance.reviewDue > 0) return 'review';
  return compliance.inactive === 0 ? 'add' : 'review';
}

export type TrainingCardState = 'subscribe' | 'enroll' | 'progress';

/** What the card of training says and offers; null where it is hidden. */
export function trainingCardState({ training, modules }: DashboardData): TrainingCardState | null {
  if (modules.training === 'NOT_AVAILABLE') return null;
  if (!isOpen(modules.training) || !training) return 'subscribe';
  return training.teamMembers === 0 ? 'enroll' : 'progress';
}

export type MonitoringCardState = 'subscribe' | 'no-scans' | 'scanning' | 'scanned';

/** What the card of website scans says and offers; null where it is hidden. */
export function monitoringCardState({ monitoring, modules }: DashboardData): MonitoringCardState | null {
  if (modules.monitoring === 'NOT_AVAILABLE') return null;
  if (!isOpen(modules.monitoring) || !monitoring) return 'subscribe';
  if (monitoring.isScanInProgress) return 'scanning';
  return monitoring.lastScanDate === null ? 'no-scans' : 'scanned';
}

export type MarketplaceCardState = 'subscribe' | 'open';

/** What the card of the marketplace offers; null where it is hidden, or where no partner is listed. */
export function marketplaceCardState({ marketplace, modules }: DashboardData): MarketplaceCardState | null {
  if (modules.marketplace === 'NOT_AVAILABLE' || marketplace?.partners === 0) return null;
  return isOpen(modules.marketplace) && marketplace ? 'open' : 'subscribe';
}

/** modules.md 9: bands of the rating, half-open, so that every rating is in one. */
export const ratingBands = [
  { label: 'Basic', from: 250, to: 640 },
  { label: 'Intermediate', from: 640, to: 740 },
  { label: 'Advanced', from: 740, to: 900 },
] as const;
export const bandOf = (rating: number): (typeof ratingBands)[number] =>
  ratingBands.find(({ to }) => rating < to) ?? ratingBands[2];
