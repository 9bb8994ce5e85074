import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { logError } from '#platform/web/logError.ts';
import type { PortalData } from '../contract.ts';
import { introLineOf, type IntroducedFeature } from '../rules.ts';
import classes from './IntroLine.module.css';
import { introLines } from './introLines.ts';
import { keepViewed, markViewed } from './markViewed.ts';

type IntroLineProps = { path: string; data: PortalData; onTour: (feature: IntroducedFeature) => void };

/** What a page is for, on the first visit; closed for good, or opened into the feature's introduction. */
export function IntroLine({ path, data, onTour }: IntroLineProps) {
  const feature = introLineOf(path, data);
  if (!feature) return null;
  const { name, line } = introLines[feature];
  const close = () => {
    // at once, not after the answer
    keepViewed(feature);
    document.getElementById('main')?.focus({ preventScroll: true });
    markViewed(feature).catch((error: unknown) => void logError(error));
  };
  return (
    <section
      className={`${classes.line} border-accent row gap-1 gap-x-2 rounded bg-accent mb-5`}
      aria-label={`About ${name}`}
    >
      <p className={`${classes.words} flex-auto min-w-0 text-pretty`}>{line}</p>
      <Button variant="subtle" size="xs" onClick={() => onTour(feature)}>
        Take the tour
      </Button>
      <ActionIcon aria-label={`Dismiss: About ${name}`} size={32} onClick={close}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </section>
  );
}
