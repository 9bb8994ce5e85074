import '#ui/styles-app.css';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { supportAddress, usePortal } from '#platform/web/boot.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

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
      <Stack gap="md">
        <Text>
          Write to us and say which email address you sign in with and what you see. Please never send a
          password or a code; we will not ask for one.
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Text>
          <CopyButton value={address} label="Copy address" />
        </Group>
        <Group justify="flex-end">
          <Button variant="default" component="a" href={brand.helpCenter} target="_blank" rel="noreferrer">
            Help center
          </Button>
          <Button component="a" href={`mailto:${address}`} data-autofocus>
            Email support
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
