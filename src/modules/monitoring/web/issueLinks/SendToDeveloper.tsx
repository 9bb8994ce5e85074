import { Button } from '@mantine/core';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { lazy, Suspense } from 'react';
import { useDialog } from '#ui/form/useDialog.ts';

const load = () => import('./SendDialog.tsx');
const SendDialog = lazy(async () => ({ default: (await load()).SendDialog }));

type SendToDeveloperProps = { targetId: string; findingId: string; variant?: 'default' | 'filled' };

/** Shows one issue to whoever fixes it, who needs no account. */
export function SendToDeveloper({ targetId, findingId, variant = 'default' }: SendToDeveloperProps) {
  const dialog = useDialog<true>();
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconSend size={18} stroke={1.5} aria-hidden />}
        onMouseEnter={() => void load()}
        onFocus={() => void load()}
        onClick={(event) => dialog.show(true, event.currentTarget)}
      >
        Send to my developer
      </Button>
      {dialog.open && (
        <Suspense fallback={null}>
          <SendDialog targetId={targetId} findingId={findingId} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
