import type {
  ComplianceActivity,
  ConciergeActivity,
  DashboardData,
  MaturityActivity,
  MonitoringActivity,
  RatingsActivity,
  Snoozed,
  TrainingActivity,
} from '../contract.ts';

export const calmWebsites: MonitoringActivity = {
  webAppsScanned: 1,
  scansScheduled: 1,
  isScanInProgress: false,
  lastScanDate: '2026-03-01T09:00:00Z',
  targetList: [{ name: 'shop', url: 'https://shop' }],
  webAppsIssues: { highs: 0, mediums: 0, lows: 0 },
  websitesWith: { noScan: [], noSchedule: [], highs: [], mediums: [], lows: [] },
};
export const calmMaturity: MaturityActivity = {
  assessmentStatus: 'completed',
  lastUpdated: '2026-03-01T09:00:00Z',
  overallLevel: 3,
  levelInfo: { 3: { levelName: 'Established', description: 'Written, owned, applied everywhere.' } },
  nextQuestion: null,
  percent: 100,
  minutesLeft: 0,
  finished: [{ id: 'backup', title: 'Backup & Recovery', level: 3 }],
  elements: 15,
  weakest: [{ id: 'backup', title: 'Backup & Recovery' }],
};
export const calmPolicies: ComplianceActivity = {
  active: 6,
  inactive: 12,
  draft: 0,
  revisions: 0,
  lastUpdated: '2026-03-01T09:00:00Z',
  missingStarter: [],
  reviewDue: 0,
  returned: 0,
  minutes: { drafts: 12, returned: 9, reviews: 11 },
};

export const calmTraining: TrainingActivity = {
  teamMembers: 12,
  isFinished: 20,
  isNotFinished: 4,
  lastUpdated: '2026-03-01T09:00:00Z',
  overdue: 0,
  others: 0,
};

export const calmRating: RatingsActivity = {
  state: 'rated',
  rating: 742,
  ratedAt: '2026-03-01T09:00:00Z',
  previous: 730,
  isEstimate: true,
  domain: 'acme-widgets.com',
  proved: true,
  fixes: [],
};

export const calmConcierge: ConciergeActivity = {
  numberOfWeaknesses: 0,
  numberOfAlerts: 0,
  newAlerts: 0,
  urgentWeaknesses: 0,
  sameAsIssues: { weaknesses: 0, urgent: 0 },
  newestAlert: null,
  unreadAnswers: 0,
};

/** A dashboard on which nothing needs to be done, but for what is named. */
export function dashboardData(
  change: {
    websites?: Partial<MonitoringActivity>;
    maturity?: Partial<MaturityActivity>;
    policies?: Partial<ComplianceActivity>;
    training?: Partial<TrainingActivity>;
    rating?: Partial<RatingsActivity>;
    concierge?: Partial<ConciergeActivity>;
    marketplace?: Partial<NonNullable<DashboardData['marketplace']>>;
    modules?: Partial<DashboardData['modules']>;
    strongSignIn?: boolean | null;
    snoozed?: Snoozed[];
    goals?: DashboardData['goals'];
    lastMadeAt?: string | null;
    asOf?: string;
  } = {},
): DashboardData {
  const modules: DashboardData['modules'] = {
    cybermaturity: 'ACTIVE',
    cyberconcierge: 'ACTIVE',
    compliance: 'ACTIVE',
    training: 'ACTIVE',
    monitoring: 'ACTIVE',
    marketplace: 'ACTIVE',
    ratings: 'ACTIVE',
    insurance: 'NOT_AVAILABLE',
    ...change.modules,
  };
  const ifActive = <T>(name: keyof typeof modules, calm: T, changed: Partial<T> | undefined): T | null =>
    modules[name] === 'ACTIVE' ? { ...calm, ...changed } : null;
  return {
    asOf: change.asOf ?? '2026-03-02T17:00:00Z',
    monitoring: ifActive('monitoring', calmWebsites, change.websites),
    zimm: ifActive('cybermaturity', calmMaturity, change.maturity),
    compliance: ifActive('compliance', calmPolicies, change.policies),
    training: ifActive('training', calmTraining, change.training),
    ratings: ifActive('ratings', calmRating, change.rating),
    cyberConcierge: ifActive('cyberconcierge', calmConcierge, change.concierge),
    marketplace: ifActive('marketplace', { maxPercent: 66, partners: 9 }, change.marketplace),
    evidence: { lastMadeAt: change.lastMadeAt ?? null },
    strongSignIn: change.strongSignIn ?? true,
    snoozed: change.snoozed ?? [],
    goals: change.goals ?? [],
    modules,
  };
}
