import { Button } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { askConcierge } from '#modules/plans/web/public.ts';
import classes from './Answers.module.css';

/** Not knowing is an answer too; an expert may help to find out, and nothing waits for it. */
export function UnsureCard() {
  return (
    <div className={`${classes.offer} row flex-wrap gap-2 gap-x-3 rounded bg-hover px-4 py-3`}>
      <IconMessageCircle size={20} stroke={1.5} aria-hidden />
      <p>That is fine. Continue, or ask an expert what to look for: it is included in your subscription.</p>
      <Button variant="default" onClick={askConcierge}>
        Ask Cyber Concierge
      </Button>
    </div>
  );
}
