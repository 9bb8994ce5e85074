import { routes } from '#platform/server/serve.ts';
import { monitoringContract } from '../contract.ts';
import { issueLinkContract } from '../issueLinkCalls.ts';
import { decideIssues, undoDecision } from './decisions.ts';
import { exportIssues, exportScan } from './exports.ts';
import { listIssues, listScanFindings, readIssue } from './issues.ts';
import { makeIssueLink, withdrawIssueLink } from './issueLinks.ts';
import { issueLinkStanding, openIssueLink, reportFixed } from './openIssueLink.ts';
import { retestIssues } from './retests.ts';
import { checkWebsiteProof, loadWebsiteProof } from './ownership.ts';
import { scanReport } from './reports.ts';
import { cancelScan, listScans, startScan, syncScans } from './scans.ts';
import { loadScanSettings, saveScanSettings } from './scanSettings.ts';
import { editSchedule, listSchedules, refreshSchedule, scheduleScan } from './schedules.ts';
import { searchWebsites } from './websiteList.ts';
import { addWebsite, checkUrl, listWebsites, removeWebsite, renameWebsite } from './websites.ts';

export const monitoringRoutes = routes(monitoringContract, {
  createTarget: addWebsite,
  editTarget: renameWebsite,
  deleteTarget: removeWebsite,
  loadTargetList: listWebsites,
  loadWebsites: searchWebsites,
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
  loadIssue: readIssue,
  decideIssues,
  undoDecision,
  retestIssues,
  exportIssues,
  exportScan,
  makeIssueLink,
  withdrawIssueLink,
  getScanReport: scanReport,
  loadWebsiteProof,
  checkWebsiteProof,
  loadScanSettings,
  saveScanSettings,
});

/** For developers who have a link, without an account. */
export const issueLinkRoutes = routes(issueLinkContract, { openIssueLink, issueLinkStanding, reportFixed });
