import '#ui/styles/styles-app.css';
import { Button, Modal, Text } from '@mantine/core';
import { supportAddress, usePortal } from '#platform/web/boot.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';

/** How to reach a person when signing in does not work. */
export function SupportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { brand } = usePortal();
  const address = supportAddress();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Contact Support"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="stack gap-4">
        <Text>
          Write to us and say which email address you sign in with and what you see. Please never send a
          password or a code; we will not ask for one.
        </Text>
        <div className="row gap-2.5">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Text>
          <CopyButton value={address} label="Copy address" />
        </div>
        <div className="row flex-wrap justify-end gap-4">
          <Button variant="default" component="a" href={brand.helpCenter} target="_blank" rel="noreferrer">
            Help center
          </Button>
          <Button component="a" href={`mailto:${address}`} data-autofocus>
            Email support
          </Button>
        </div>
      </div>
    </Modal>
  );
}
