import { Button, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const SupportDialog = lazy(async () => ({ default: (await import('./SupportDialog.tsx')).SupportDialog }));

/** Opens the support dialog, whose code loads when it is wanted. */
export function ContactSupport(props: ButtonProps) {
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        {...props}
        onClick={() => {
          setAsked(true);
          setOpened(true);
        }}
      >
        Contact Support
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <SupportDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
