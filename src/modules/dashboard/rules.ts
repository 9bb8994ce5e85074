import type { DashboardData } from './contract.ts';

/** What to do next, why, and about how long it takes. */
export type NextAction = {
  id: 'add-website' | 'fix-high' | 'first-scan' | 'schedule' | 'fix-medium' | 'fix-low' | 'subscribe';
  title: string;
  why: string;
  minutes: number;
  /** What the minutes are for, where it is not the whole work. */
  minutesFor?: string;
  button: string;
};

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A short list: nobody does more at once. */
const mostActions = 3;

/** The next best actions, the most useful first, from what the modules say now. */
export function nextActions({ monitoring, modules }: DashboardData): NextAction[] {
  if (modules.monitoring === 'INACTIVE')
    return [
      {
        id: 'subscribe',
        title: 'Choose a plan with website scans',
        why: 'Your websites are not scanned now, so new weaknesses stay unseen. Earlier results are kept.',
        minutes: 5,
        button: 'See plans',
      },
    ];
  if (!monitoring) return [];
  const websites = monitoring.targetList.length;
  const { highs, mediums, lows } = monitoring.webAppsIssues;
  const unscanned = websites - monitoring.webAppsScanned;
  const unscheduled = websites - monitoring.scansScheduled;
  const actions: (NextAction | false)[] = [
    websites === 0 && {
      id: 'add-website',
      title: 'Add your first website',
      why: 'It is the part of your company that anybody in the world can reach. The first scan shows what they would find.',
      minutes: 3,
      button: 'Add website',
    },
    highs > 0 && {
      id: 'fix-high',
      title: `Fix ${count(highs, 'high issue')}`,
      why: 'These are what attackers look for first. The report says where each one is and how it is closed.',
      minutes: 10,
      minutesFor: 'to read and hand on',
      button: 'View findings',
    },
    unscanned > 0 &&
      !monitoring.isScanInProgress && {
        id: 'first-scan',
        title: `Scan ${count(unscanned, 'new website')}`,
        why: 'There are no results yet. A scan by hand brings them today instead of on the next scheduled date.',
        minutes: 1,
        button: 'Start scan',
      },
    unscheduled > 0 && {
      id: 'schedule',
      title: `Schedule scans of ${count(unscheduled, 'website')}`,
      why: 'Websites change and new weaknesses appear every week. A schedule finds them before somebody else does.',
      minutes: 2,
      button: 'Schedule',
    },
    mediums > 0 && {
      id: 'fix-medium',
      title: `Plan the fix of ${count(mediums, 'medium issue')}`,
      why: 'They make an attack easier. Hand the report to whoever looks after your website.',
      minutes: 10,
      minutesFor: 'to read and hand on',
      button: 'View findings',
    },
    lows > 0 && {
      id: 'fix-low',
      title: `Tidy up ${count(lows, 'low issue')}`,
      why: 'Small things that tell a stranger more than they need to know. Good work for a quiet hour.',
      minutes: 10,
      minutesFor: 'to read and hand on',
      button: 'View findings',
    },
  ];
  return actions.filter((action) => action !== false).slice(0, mostActions);
}

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
