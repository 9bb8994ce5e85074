import { Button } from '@mantine/core';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { incorrectUrl } from '../../../pages/incorrectUrl.ts';
import { StandAlonePage } from '../StandAlonePage.tsx';

export function IncorrectUrlPage() {
  const { brand } = usePortal();
  return (
    <StandAlonePage
      title={incorrectUrl.title}
      drawing={<DrawingLost />}
      action={
        <Button component="a" href={brand.webAddress}>
          {incorrectUrl.button}
        </Button>
      }
    >
      {fillWords(incorrectUrl.text)}
    </StandAlonePage>
  );
}
