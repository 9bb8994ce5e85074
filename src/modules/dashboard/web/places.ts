import { monitoringPaths } from '#modules/monitoring/paths.ts';
import { planPath } from '#modules/plans/paths.ts';
import type { MonitoringActivity } from '../contract.ts';
import type { NextAction } from '../rules.ts';

/** Where website scans are looked at: the one website there is, else the list. */
export const scansPlace = (monitoring: MonitoringActivity | null): string =>
  monitoring?.targetList.length === 1 ? monitoringPaths.website(monitoring.targetList[0]!.name) : monitoringPaths.home;

/** Where the button of an action leads. */
export const placeOf = (id: NextAction['id'], monitoring: MonitoringActivity | null): string =>
  id === 'subscribe' ? planPath : scansPlace(monitoring);
