import type { ServerModule } from '#platform/server/module.ts';
import { tenantRowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { monitoringContract } from '../contract.ts';
import { issueLinkContract } from '../issueLinkCalls.ts';
import { monitoringPaths } from '../paths.ts';
import { decideIssues, undoDecision } from './issues/decisions.ts';
import { exportIssues, exportScan } from './issues/exports.ts';
import { makeIssueLink, withdrawIssueLink } from './issueLinks/issueLinks.ts';
import { listIssues, listScanFindings, readIssue } from './issues/issues.ts';
import { monitoringJobs } from './jobs.ts';
import { issueLinkStanding, openIssueLink, reportFixed } from './issueLinks/openIssueLink.ts';
import { checkWebsiteProof, loadWebsiteProof } from './ownership/ownership.ts';
import { scanReport } from './report/reports.ts';
import { retestIssues } from './issues/retests.ts';
import { loadScanSettings, saveScanSettings, signInPurpose } from './scans/scanSettings.ts';
import { cancelScan, listScans, startScan, syncScans } from './scans/scans.ts';
import { editSchedule, listSchedules, refreshSchedule, scheduleScan } from './schedules/schedules.ts';
import { searchWebsites } from './websites/websiteList.ts';
import { addWebsite, checkUrl, listWebsites, removeWebsite, renameWebsite } from './websites/websites.ts';
import { removeOldScans } from './scans/scans.store.ts';

export const monitoringModule = {
  calls: {
    monitoring: routes(monitoringContract, {
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
    }),
    // for developers who have a link, without an account.
    issueLinks: routes(issueLinkContract, { openIssueLink, issueLinkStanding, reportFixed }),
  },
  jobs: monitoringJobs,
  retention: [
    {
      kind: 'Links that showed an issue to a developer',
      kept: { days: 180 },
      since: 'the link expired',
      remove: tenantRowsOf('issueLink', 'expiresAt'),
    },
    {
      kind: 'Website scans with what each one saw',
      kept: { months: ({ retention }) => retention.scanMonths, variable: 'RETENTION_SCAN_MONTHS' },
      since: 'the scan began',
      remove: removeOldScans,
      quartersOf: 'scan_finding',
    },
  ],
  sealed: [
    {
      what: 'sign-ins for scans',
      table: 'website_scan_setting',
      key: 'website_id',
      column: 'sign_in_sealed',
      purpose: signInPurpose,
      tenant: true,
    },
  ],
  secretPages: [monitoringPaths.issueLinkPattern],
} satisfies ServerModule;
