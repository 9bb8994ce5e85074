import { Anchor } from '@mantine/core';
import { askConcierge } from '#platform/web/conciergePrompt.ts';
import classes from './ConciergeLine.module.css';

/** Where there is room: that somebody helps (modules.md 2). */
export function ConciergeLine() {
  return (
    <p className={`${classes.line} text-dimmed text-center mt-6`}>
      Need help?{' '}
      <Anchor component="button" type="button" onClick={askConcierge}>
        Contact Cyber Concierge
      </Anchor>{' '}
      (included in your subscription)
    </p>
  );
}
