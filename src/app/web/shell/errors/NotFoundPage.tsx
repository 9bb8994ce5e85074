import { Button } from '@mantine/core';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { Link } from '#ui/text/Link.tsx';
import { StandAlonePage } from '../StandAlonePage.tsx';

export function NotFoundPage() {
  return (
    <StandAlonePage
      title="We can't find that page"
      drawing={<DrawingLost />}
      action={
        <Button component={Link} href="/">
          Go home
        </Button>
      }
    >
      The address may have been typed differently, or the page has moved. Nothing is lost.
    </StandAlonePage>
  );
}
