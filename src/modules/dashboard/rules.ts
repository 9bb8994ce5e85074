import type { DashboardData } from './contract.ts';

/** platform.md 2: how wide a card is depends on how many of compliance, training and monitoring are shown. */
export const cardWidth = (shown: number): 'full' | 'half' | 'third' => (shown <= 1 ? 'full' : shown === 2 ? 'half' : 'third');

export type MonitoringCardState = 'subscribe' | 'no-scans' | 'scanning' | 'scanned';

/** What the card of website scans says and offers; null where it is hidden. */
export function monitoringCardState({ monitoring, modules }: DashboardData): MonitoringCardState | null {
  if (modules.monitoring === 'NOT_AVAILABLE') return null;
  if (modules.monitoring === 'INACTIVE' || !monitoring) return 'subscribe';
  if (monitoring.isScanInProgress) return 'scanning';
  return monitoring.lastScanDate === null ? 'no-scans' : 'scanned';
}

export type MaturityCardState = 'subscribe' | 'start' | 'finish' | 'done';

/** What the card of the maturity assessment says and offers; null where it is hidden. */
export function maturityCardState({ zimm, modules }: DashboardData): MaturityCardState | null {
  if (modules.cybermaturity === 'NOT_AVAILABLE') return null;
  if (modules.cybermaturity === 'INACTIVE' || !zimm) return 'subscribe';
  if (zimm.assessmentStatus === null) return 'start';
  return zimm.assessmentStatus === 'completed' ? 'done' : 'finish';
}

export type TrainingCardState = 'subscribe' | 'enroll' | 'progress';

/** What the card of training says and offers; null where it is hidden. */
export function trainingCardState({ training, modules }: DashboardData): TrainingCardState | null {
  if (modules.training === 'NOT_AVAILABLE') return null;
  if (modules.training === 'INACTIVE' || !training) return 'subscribe';
  return training.teamMembers === 0 ? 'enroll' : 'progress';
}

export type ComplianceCardState = 'subscribe' | 'activate' | 'finish' | 'add' | 'review';

/** What the card of security policies says and offers: drafts first, then templates, then what is all in effect; null where hidden. */
export function complianceCardState({ compliance, modules }: DashboardData): ComplianceCardState | null {
  if (modules.compliance === 'NOT_AVAILABLE') return null;
  if (modules.compliance === 'INACTIVE' || !compliance) return 'subscribe';
  if (compliance.draft > 0) return 'finish';
  if (compliance.active === 0) return 'activate';
  if (compliance.reviewDue > 0) return 'review';
  return compliance.inactive === 0 ? 'add' : 'review';
}
