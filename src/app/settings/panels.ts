import { createElement, lazy, type ComponentType } from 'react';
import type { SettingsTab } from '#modules/organization/paths.ts';

const RecentActivity = lazy(async () => ({
  default: (await import('#modules/audit/web/RecentActivity.tsx')).RecentActivity,
}));

const MailsPanel = lazy(async () => ({
  default: (await import('#modules/notify/web/MailsPanel.tsx')).MailsPanel,
}));

const PrivacyPanel = lazy(async () => ({
  default: (await import('#modules/marketing/web/PrivacyPanel.tsx')).PrivacyPanel,
}));

const SignInSecurity = lazy(async () => ({
  default: (await import('#modules/accounts/web/security/SignInSecurity.tsx')).SignInSecurity,
}));
const SecondFactorPolicy = lazy(async () => ({
  default: (await import('#modules/accounts/web/security/SecondFactorPolicyPanel.tsx'))
    .SecondFactorPolicyPanel,
}));

/** The dialog that lets an administrator who lost the second factor in again. */
export const ResetSecondFactor = lazy(async () => ({
  default: (await import('#modules/accounts/web/security/ResetSecondFactorDialog.tsx'))
    .ResetSecondFactorDialog,
}));

// what asks for the password is of accounts, and the module that needs it does not know that one
const stepUp = () => import('#modules/accounts/web/security/StepUp.tsx');
const ExportsPanel = lazy(async () => {
  const [{ ExportsPanel: Panel }, { StepUp }] = await Promise.all([
    import('#modules/exports/web/ExportsPanel.tsx'),
    stepUp(),
  ]);
  return { default: () => createElement(Panel, { StepUp }) };
});
const ClosingPanel = lazy(async () => {
  const [{ ClosingPanel: Panel }, { StepUp }] = await Promise.all([
    import('#modules/closing/web/ClosingPanel.tsx'),
    stepUp(),
  ]);
  return { default: () => createElement(Panel, { StepUp }) };
});

/** What modules hang below the tabs of Settings, in this order. */
export const panels: Record<SettingsTab, readonly { id: string; Extra: ComponentType }[]> = {
  you: [
    { id: 'security', Extra: SignInSecurity },
    { id: 'mails', Extra: MailsPanel },
    { id: 'privacy', Extra: PrivacyPanel },
  ],
  organization: [
    { id: 'second-factor', Extra: SecondFactorPolicy },
    { id: 'activity', Extra: RecentActivity },
    { id: 'exports', Extra: ExportsPanel },
    { id: 'closing', Extra: ClosingPanel },
  ],
  admins: [],
};
