import { Switch } from '@mantine/core';
import { usePortal } from '#platform/web/boot.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { chooseConsent, useConsent } from './consent.ts';

const isAskedNotToTrack = () =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Where the choice about outside tools can be changed; nothing where there is none to make. */
export function PrivacyPanel() {
  const { asksConsent } = usePortal().portalConfig.analytics;
  const consent = useConsent();
  if (!asksConsent) return null;
  return (
    <Panel title="Privacy">
      <Switch
        label="Let our analytics and marketing providers see how I use the portal"
        description={
          isAskedNotToTrack()
            ? 'Your browser asks websites not to track you, so this stays off.'
            : "Holds for this browser. Your name, your email address and the facts of your company are shared; your websites' results never are."
        }
        checked={consent === 'given'}
        disabled={isAskedNotToTrack()}
        onChange={(event) => chooseConsent(event.currentTarget.checked ? 'given' : 'refused')}
      />
    </Panel>
  );
}
