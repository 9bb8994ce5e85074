import { Anchor, Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { supportAddress } from '#platform/web/boot.ts';
import { logError } from '#platform/web/logError.ts';
import { DrawingTrouble } from '#ui/drawings/DrawingTrouble.tsx';
import { StandAlonePage } from '../StandAlonePage.tsx';

/** What shows when a page's own code fails; the server is told (platform.md 8). */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => void logError(error), [error]);
  const support = supportAddress();
  return (
    <StandAlonePage
      title="oops, something went wrong."
      drawing={<DrawingTrouble />}
      action={
        <Button component="a" href="/">
          Continue
        </Button>
      }
    >
      What you had saved is safe. If this problem persists, contact{' '}
      <Anchor href={`mailto:${support}`}>{support}</Anchor>.
    </StandAlonePage>
  );
}
