import { createElement, lazy, type ComponentType } from 'react';
import type { SettingsTab } from '#modules/organization/paths.ts';
import { modules } from '../shell/modules.ts';

/** The dialog that lets an administrator who lost the second factor in again. */
export const ResetSecondFactor = lazy(async () => ({
  default: (await import('#modules/accounts/web/security/ResetSecondFactorDialog.tsx'))
    .ResetSecondFactorDialog,
}));

/** What modules hang below the tabs of Settings, each with what asks for the password, which is of accounts. */
const panels: readonly { tab: SettingsTab; Panel: ComponentType }[] = modules
  .flatMap((module) => module.panels ?? [])
  .map(({ tab, load }) => ({
    tab,
    Panel: lazy(async () => {
      const [Shown, { StepUp }] = await Promise.all([
        load(),
        import('#modules/accounts/web/security/StepUp.tsx'),
      ]);
      return { default: () => createElement(Shown, { StepUp }) };
    }),
  }));

export const panelsOf = (tab: SettingsTab): readonly ComponentType[] =>
  panels.filter((one) => one.tab === tab).map(({ Panel }) => Panel);
