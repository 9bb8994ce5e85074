import { lazy, Suspense, useState, type ReactNode } from 'react';
import {
  introducedFeatures,
  maturityPrompt,
  newsOf,
  opensByItself,
  type IntroducedFeature,
  type MaturityPrompt,
} from '#modules/guidance/rules.ts';
import { useAssessmentProgress } from '#modules/maturity/web/public.ts';
import { endIntro, openIntro, useOpenIntro } from '#modules/plans/web/public.ts';
import type { ShellState } from './shellState.ts';

const MaturityPrompts = lazy(async () => ({
  default: (await import('#modules/guidance/web/MaturityPrompts.tsx')).MaturityPrompts,
}));
const FeatureIntroHost = lazy(async () => ({
  default: (await import('#modules/guidance/web/FeatureIntroHost.tsx')).FeatureIntroHost,
}));
const NewsDialog = lazy(async () => ({
  default: (await import('#modules/guidance/web/NewsDialog.tsx')).NewsDialog,
}));

/** True from the first time on: what was begun is not taken away in the midst of it. */
export function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}

const asFeature = (name: string | undefined): IntroducedFeature | undefined =>
  introducedFeatures.find((feature) => feature === name);

/** Introductions, release notes and the roadblock: what opens by itself, and what waits behind "What is new". */
export function useGuidance(
  { portalData, modules }: ShellState,
  path: string,
): { news: { unseen: number; open: () => void }; dialogs: ReactNode } {
  const assessment = useAssessmentProgress();
  const intro = useOpenIntro();
  const [news, setNews] = useState<'never' | 'open' | 'closed'>('never');
  const [wanted, setWanted] = useState<MaturityPrompt>(null);
  const feature = asFeature(intro?.feature);
  // their code is fetched where something opens, not to find out that nothing does
  const introduces = useOnce(
    feature !== undefined &&
      (intro?.wanted === true || (portalData !== null && opensByItself(feature, portalData))),
  );
  const onDashboard = modules.cybermaturity === 'ACTIVE' && path.startsWith('/dashboard');
  const prompts =
    onDashboard && portalData !== null && maturityPrompt(portalData, assessment, false) !== null;
  const prompted = useOnce(wanted !== null || prompts);
  const active = new Set(introducedFeatures.filter((name) => modules[name] === 'ACTIVE'));
  const items = portalData ? newsOf(portalData, assessment, active) : [];
  return {
    news: { unseen: items.filter(({ fresh }) => fresh).length, open: () => setNews('open') },
    dialogs: (
      <>
        {news !== 'never' && (
          <Suspense fallback={null}>
            <NewsDialog
              opened={news === 'open'}
              items={items}
              onClose={() => setNews('closed')}
              onOpen={(id) => {
                setNews('closed');
                if (id === 'release-notes' || id === 'roadblock') setWanted(id);
                else openIntro(id);
              }}
            />
          </Suspense>
        )}
        {prompted && (onDashboard || wanted) && (
          <Suspense fallback={null}>
            <MaturityPrompts assessment={assessment} wanted={wanted} onClose={() => setWanted(null)} />
          </Suspense>
        )}
        {introduces && (
          <Suspense fallback={null}>
            <FeatureIntroHost feature={feature} wanted={intro?.wanted === true} onClose={endIntro} />
          </Suspense>
        )}
      </>
    ),
  };
}
