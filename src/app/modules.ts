import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler, JobSpec } from '#platform/server/jobs.ts';
import { sendMailJob, sendUrgentMailJob } from '#platform/server/mail/outbox.ts';
import { keepPartitionsJob } from '#platform/server/partitions.ts';
import type { Routes } from '#platform/server/serve.ts';
import { accountsJobs } from '#modules/accounts/server/jobs.ts';
import { accountsRoutes } from '#modules/accounts/server/routes.ts';
import { auditRoutes } from '#modules/audit/server/routes.ts';
import { catalogRoutes } from '#modules/catalog/server/routes.ts';
import { closingJobs } from '#modules/closing/server/jobs.ts';
import { closingRoutes } from '#modules/closing/server/routes.ts';
import { conciergeJobs } from '#modules/concierge/server/jobs.ts';
import { conciergeRoutes } from '#modules/concierge/server/routes.ts';
import { digestJobs } from '#modules/digest/server/jobs.ts';
import { dashboardRoutes } from '#modules/dashboard/server/routes.ts';
import { evidenceRoutes, packCheckRoutes } from '#modules/evidence/server/routes.ts';
import { exportsJobs } from '#modules/exports/server/jobs.ts';
import { exportsRoutes } from '#modules/exports/server/routes.ts';
import { guidanceRoutes } from '#modules/guidance/server/routes.ts';
import { insuranceRoutes } from '#modules/insurance/server/routes.ts';
import { marketingJobs } from '#modules/marketing/server/jobs.ts';
import { marketingRoutes } from '#modules/marketing/server/routes.ts';
import { marketplaceRoutes } from '#modules/marketplace/server/routes.ts';
import { maturityRoutes } from '#modules/maturity/server/routes.ts';
import { monitoringJobs } from '#modules/monitoring/server/jobs.ts';
import { issueLinkRoutes, monitoringRoutes } from '#modules/monitoring/server/routes.ts';
import { notifyJobs } from '#modules/notify/server/jobs.ts';
import { mailLinkRoutes, notifyRoutes } from '#modules/notify/server/routes.ts';
import { organizationJobs } from '#modules/organization/server/jobs.ts';
import { organizationRoutes } from '#modules/organization/server/routes.ts';
import { plansJobs } from '#modules/plans/server/jobs.ts';
import { plansRoutes } from '#modules/plans/server/routes.ts';
import { policiesJobs } from '#modules/policies/server/jobs.ts';
import { policiesRoutes } from '#modules/policies/server/routes.ts';
import { signOffRoutes } from '#modules/policies/server/signOffRoutes.ts';
import { ratingsJobs } from '#modules/ratings/server/jobs.ts';
import { ratingsRoutes } from '#modules/ratings/server/routes.ts';
import { resourcesRoutes } from '#modules/resources/server/routes.ts';
import { sendingRoutes } from '#modules/sending/server/routes.ts';
import {
  staffClosingRoutes,
  staffJobsRoutes,
  staffLogRoutes,
  staffSendersRoutes,
} from '#modules/staff/server/deskRoutes.ts';
import { staffConciergeRoutes } from '#modules/staff/server/concierge/routes.ts';
import { staffJobs } from '#modules/staff/server/jobs.ts';
import { staffCatalogRoutes } from '#modules/staff/server/catalog/routes.ts';
import { staffRoutes } from '#modules/staff/server/routes.ts';
import { trainingJobs } from '#modules/training/server/jobs.ts';
import { learnRoutes } from '#modules/training/server/learnRoutes.ts';
import { removePackageFilesJob } from '#modules/training/server/packages/packageFiles.ts';
import { packageRoutes } from '#modules/training/server/packages/routes.ts';
import { trainingRoutes } from '#modules/training/server/routes.ts';
import { retentionJobs } from './retention.ts';

/** Every module's calls, by the name that the API's description groups them under. */
export const moduleRoutes: Record<string, Routes> = {
  brand: catalogRoutes,
  accounts: accountsRoutes,
  organization: organizationRoutes,
  closing: closingRoutes,
  exports: exportsRoutes,
  audit: auditRoutes,
  guidance: guidanceRoutes,
  plans: plansRoutes,
  dashboard: dashboardRoutes,
  concierge: conciergeRoutes,
  evidence: evidenceRoutes,
  packCheck: packCheckRoutes,
  monitoring: monitoringRoutes,
  issueLinks: issueLinkRoutes,
  ratings: ratingsRoutes,
  maturity: maturityRoutes,
  policies: policiesRoutes,
  signOff: signOffRoutes,
  training: trainingRoutes,
  learn: learnRoutes,
  trainingPackages: packageRoutes,
  resources: resourcesRoutes,
  marketing: marketingRoutes,
  insurance: insuranceRoutes,
  marketplace: marketplaceRoutes,
  notifications: notifyRoutes,
  mailLinks: mailLinkRoutes,
  sending: sendingRoutes,
  staff: staffRoutes,
  staffCatalog: staffCatalogRoutes,
  staffConcierge: staffConciergeRoutes,
  staffJobs: staffJobsRoutes,
  staffLog: staffLogRoutes,
  staffSenders: staffSendersRoutes,
  staffClosing: staffClosingRoutes,
};

/** Every module's background work. */
export const jobHandlers: JobHandler<BaseCtx>[] = [
  sendMailJob,
  sendUrgentMailJob,
  keepPartitionsJob,
  ...accountsJobs,
  ...organizationJobs,
  ...monitoringJobs,
  ...staffJobs,
  ...plansJobs,
  ...policiesJobs,
  ...ratingsJobs,
  ...conciergeJobs,
  ...trainingJobs,
  ...marketingJobs,
  ...notifyJobs,
  ...digestJobs,
  ...closingJobs,
  ...exportsJobs,
  removePackageFilesJob,
  ...retentionJobs,
];

export const jobSpecs: JobSpec<any>[] = jobHandlers.map((handler) => handler.spec);
