import type { ComplianceActivity, DashboardData, MaturityActivity, MonitoringActivity, TrainingActivity } from './contract.ts';

type Statuses = Partial<DashboardData['modules']>;

export const calmWebsites: MonitoringActivity = {
  webAppsScanned: 1,
  scansScheduled: 1,
  isScanInProgress: false,
  lastScanDate: '2026-03-01T09:00:00Z',
  targetList: [{ name: 'shop', url: 'https://shop' }],
  webAppsIssues: { highs: 0, mediums: 0, lows: 0 },
};
export const calmMaturity: MaturityActivity = {
  assessmentStatus: 'completed',
  lastUpdated: '2026-03-01T09:00:00Z',
  overallLevel: 3,
  levelInfo: { 3: { levelName: 'Established', description: 'Written, owned, applied everywhere.' } },
  nextQuestion: null,
  percent: 100,
  weakest: [{ id: 'backup', title: 'Backup & Recovery' }],
};
export const calmPolicies: ComplianceActivity = {
  active: 6,
  inactive: 12,
  draft: 0,
  lastUpdated: '2026-03-01T09:00:00Z',
  missingStarter: [],
  reviewDue: 0,
  returned: 0,
};

export const calmTraining: TrainingActivity = {
  teamMembers: 12,
  isFinished: 20,
  isNotFinished: 4,
  lastUpdated: '2026-03-01T09:00:00Z',
  overdue: 0,
  others: 0,
};

/** A dashboard on which nothing needs to be done, but for what is named. */
export function dashboardData(
  change: {
    websites?: Partial<MonitoringActivity>;
    maturity?: Partial<MaturityActivity>;
    policies?: Partial<ComplianceActivity>;
    training?: Partial<TrainingActivity>;
    modules?: Statuses;
  } = {},
): DashboardData {
  const modules = { cybermaturity: 'ACTIVE', compliance: 'ACTIVE', training: 'ACTIVE', monitoring: 'ACTIVE', ...change.modules } as const;
  return {
    monitoring: modules.monitoring === 'ACTIVE' ? { ...calmWebsites, ...change.websites } : null,
    zimm: modules.cybermaturity === 'ACTIVE' ? { ...calmMaturity, ...change.maturity } : null,
    compliance: modules.compliance === 'ACTIVE' ? { ...calmPolicies, ...change.policies } : null,
    training: modules.training === 'ACTIVE' ? { ...calmTraining, ...change.training } : null,
    modules,
  };
}
