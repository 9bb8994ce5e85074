import { useEffect, useState } from 'react';
import { logError } from '#platform/web/logError.ts';
import { IntroDialog } from '#ui/intro/IntroDialog.tsx';
import { opensByItself, type IntroducedFeature } from '../rules.ts';
import type { FeatureIntro } from './intros/featureIntro.ts';
import { intros } from './intros/intros.ts';
import { markViewed } from './markViewed.ts';
import { usePortalData } from './queries.ts';

const isFeature = (name: string | undefined): name is IntroducedFeature =>
  name !== undefined && Object.hasOwn(intros, name);

type HostProps = { feature: string | undefined; wanted: boolean; onClose: () => void };

/**
 * Draws the introduction of whichever screen is open: by itself on a visit after the first session, or when it is asked for.
 * Opening it marks the feature as seen (platform.md 4).
 */
export function FeatureIntroHost({ feature, wanted, onClose }: HostProps) {
  const { data } = usePortalData();
  const [shown, setShown] = useState<{ feature: string; intro: FeatureIntro; closed?: true } | null>(null);
  // also where marking failed, an introduction comes by itself once a page only
  const [offered, setOffered] = useState<readonly string[]>([]);
  const isFirstVisit =
    isFeature(feature) && data !== undefined && opensByItself(feature, data) && !offered.includes(feature);

  useEffect(() => {
    if (!isFeature(feature) || !(wanted || isFirstVisit)) return;
    let left = false;
    const show = async () => {
      const intro = await intros[feature]();
      if (left) return;
      setShown({ feature, intro });
      setOffered((before) => [...before, feature]);
      await markViewed(feature);
    };
    show().catch((error: unknown) => logError(error));
    return () => {
      left = true;
    };
  }, [feature, wanted, isFirstVisit]);

  const close = () => {
    // its title names the dialog until it has gone
    setShown((last) => last && { ...last, closed: true });
    onClose();
  };
  // leaving the screen closes what belongs to it
  const opened = shown !== null && !shown.closed && shown.feature === feature;
  return (
    <IntroDialog
      opened={opened}
      title={shown?.intro.title ?? ''}
      pages={shown?.intro.pages ?? []}
      onClose={close}
    />
  );
}
