import '@mantine/core/styles/Paper.layer.css';
import { Anchor, Button, Paper } from '@mantine/core';
import { usePortal } from '#platform/web/boot.ts';
import classes from './ConsentCard.module.css';
import { chooseConsent } from './consent.ts';

/** Asks once whether outside tools may learn how the portal is used; both answers weigh the same. */
export function ConsentCard() {
  const { links } = usePortal().brand;
  return (
    <Paper component="section" className={classes.card} withBorder aria-label="Your privacy">
      <p className="font-semibold mb-1">May we measure how you use the portal?</p>
      <p className={`${classes.text} text-body mb-4`}>
        It helps us to see which steps are hard. Your name, your email address and the facts of your company
        go to our analytics and marketing providers; your websites&apos; results never do. Everything works
        the same if you say no. <Anchor href={links.privacy}>Privacy notice</Anchor>
      </p>
      <div className={`${classes.buttons} grid gap-2`}>
        <Button variant="default" onClick={() => chooseConsent('refused')}>
          No, thanks
        </Button>
        <Button variant="default" onClick={() => chooseConsent('given')}>
          Yes, you may
        </Button>
      </div>
    </Paper>
  );
}
