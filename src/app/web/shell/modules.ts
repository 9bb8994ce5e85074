import { accountsModule } from '#modules/accounts/web/module.ts';
import { auditModule } from '#modules/audit/web/module.ts';
import { closingModule } from '#modules/closing/web/module.ts';
import { conciergeModule } from '#modules/concierge/web/module.ts';
import { dashboardModule } from '#modules/dashboard/web/module.ts';
import { evidenceModule } from '#modules/evidence/web/module.ts';
import { exportsModule } from '#modules/exports/web/module.ts';
import { guidanceModule } from '#modules/guidance/web/module.ts';
import { insuranceModule } from '#modules/insurance/web/module.ts';
import { marketingModule } from '#modules/marketing/web/module.ts';
import { marketplaceModule } from '#modules/marketplace/web/module.ts';
import { maturityModule } from '#modules/maturity/web/module.ts';
import { monitoringModule } from '#modules/monitoring/web/module.ts';
import { notifyModule } from '#modules/notify/web/module.ts';
import type { ModuleName } from '#modules/plans/contract.ts';
import { plansModule } from '#modules/plans/web/module.ts';
import { policiesModule } from '#modules/policies/web/module.ts';
import { ratingsModule } from '#modules/ratings/web/module.ts';
import { sendingModule } from '#modules/sending/web/module.ts';
import { staffModule } from '#modules/staff/web/module.ts';
import { trainingModule } from '#modules/training/web/module.ts';
import type { Page, WebModule } from '#platform/web/page.ts';
import { onboardingModule } from '../onboarding/module.ts';
import { settingsModule } from '../settings/module.ts';
import { shellModule } from './module.ts';

/** What the browser's part is made of, in the order of the menus and of Settings (decision 36). The server's list is `../../modules.ts`. */
export const modules: readonly WebModule<ModuleName>[] = [
  dashboardModule,
  maturityModule,
  conciergeModule,
  policiesModule,
  trainingModule,
  monitoringModule,
  ratingsModule,
  insuranceModule,
  marketplaceModule,
  evidenceModule,
  accountsModule,
  guidanceModule,
  auditModule,
  notifyModule,
  marketingModule,
  exportsModule,
  closingModule,
  plansModule,
  sendingModule,
  staffModule,
  onboardingModule,
  settingsModule,
  shellModule,
];

export type ProductPage = Page<ModuleName>;
export const pages: readonly ProductPage[] = modules.flatMap((module) => module.pages ?? []);
