import { Button } from '@mantine/core';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { StandAlonePage } from './StandAlonePage.tsx';

export function IncorrectUrlPage() {
  const { brand } = usePortal();
  return (
    <StandAlonePage
      title="This is not the right address"
      drawing={<DrawingLost />}
      action={
        <Button component="a" href={brand.webAddress}>
          Go to correct URL
        </Button>
      }
    >
      {fillWords('Please sign in to {brand} through the correct address. The button below takes you there.')}
    </StandAlonePage>
  );
}
