import { Anchor } from '@mantine/core';
import { askConcierge } from '#modules/plans/web/public.ts';
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
