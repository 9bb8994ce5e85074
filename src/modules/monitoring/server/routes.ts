import { routes } from '#platform/server/serve.ts';
import { monitoringContract } from '../contract.ts';
import { listIssues, listScanFindings } from './issues.ts';
import { scanReport } from './reports.ts';
import { cancelScan, listScans, startScan, syncScans } from './scans.ts';
import { editSchedule, listSchedules, refreshSchedule, scheduleScan } from './schedules.ts';
import { addWebsite, checkUrl, listWebsites, removeWebsite, renameWebsite } from './websites.ts';

export const monitoringRoutes = routes(monitoringContract, {
  createTarget: addWebsite,
  editTarget: renameWebsite,
  deleteTarget: removeWebsite,
  loadTargetList: listWebsites,
  loadScheduleMap: listSchedules,
  loadScanMap: listScans,
  scheduleScan,
  editSchedule,
  probelyUpdateSchedule: refreshSchedule,
  syncScans,
  startScan,
  cancelScan,
  checkAppUrl: checkUrl,
  loadScanFindings: listScanFindings,
  loadIssues: listIssues,
  getScanReport: scanReport,
});
