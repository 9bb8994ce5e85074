import type { ServerModule } from '#platform/server/module.ts';
import { accountsModule } from '#modules/accounts/server/module.ts';
import { auditModule } from '#modules/audit/server/module.ts';
import { catalogModule } from '#modules/catalog/server/module.ts';
import { closingModule } from '#modules/closing/server/module.ts';
import { conciergeModule } from '#modules/concierge/server/module.ts';
import { dashboardModule } from '#modules/dashboard/server/module.ts';
import { digestModule } from '#modules/digest/server/module.ts';
import { evidenceModule } from '#modules/evidence/server/module.ts';
import { exportsModule } from '#modules/exports/server/module.ts';
import { guidanceModule } from '#modules/guidance/server/module.ts';
import { insuranceModule } from '#modules/insurance/server/module.ts';
import { marketingModule } from '#modules/marketing/server/module.ts';
import { marketplaceModule } from '#modules/marketplace/server/module.ts';
import { maturityModule } from '#modules/maturity/server/module.ts';
import { monitoringModule } from '#modules/monitoring/server/module.ts';
import { notifyModule } from '#modules/notify/server/module.ts';
import { organizationModule } from '#modules/organization/server/module.ts';
import { plansModule } from '#modules/plans/server/module.ts';
import { policiesModule } from '#modules/policies/server/module.ts';
import { ratingsModule } from '#modules/ratings/server/module.ts';
import { sendingModule } from '#modules/sending/server/module.ts';
import { staffModule } from '#modules/staff/server/module.ts';
import { trainingModule } from '#modules/training/server/module.ts';

/** What the program is made of (decision 36). The browser's part of it is `shell/modules.ts`. */
export const modules: readonly ServerModule[] = [
  catalogModule,
  accountsModule,
  organizationModule,
  closingModule,
  exportsModule,
  auditModule,
  guidanceModule,
  plansModule,
  dashboardModule,
  conciergeModule,
  evidenceModule,
  monitoringModule,
  ratingsModule,
  maturityModule,
  policiesModule,
  trainingModule,
  marketingModule,
  insuranceModule,
  marketplaceModule,
  notifyModule,
  digestModule,
  sendingModule,
  staffModule,
];
