import { Anchor, Button, Modal, Text } from '@mantine/core';
import { useSignOut } from '#modules/accounts/web/session/useSignOut.ts';
import { supportAddress } from '#platform/web/boot.ts';
import '#ui/styles/styles-app.css';

/**
 * Plan or profile could not be loaded: nothing else works without them, so there are two ways on (platform.md 8). It is also
 * what the subscribe dialog comes to for a failed plan status (platform.md 4): which plans to offer is not known then.
 */
export function LoadFailure({
  what,
  retry,
}: {
  what: 'plan-failure' | 'profile-failure';
  retry: () => void;
}) {
  const signOut = useSignOut();
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Something Went Wrong"
    >
      <Text mb="lg">
        {what === 'plan-failure'
          ? 'Your plan details could not be loaded.'
          : 'Your profile could not be loaded.'}{' '}
        Try again. If this problem persists, contact{' '}
        <Anchor href={`mailto:${supportAddress()}`}>{supportAddress()}</Anchor>.
      </Text>
      <div style={{ display: 'flex', gap: 12, justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={() => void signOut()}>
          Sign Out
        </Button>
        <Button onClick={retry} data-autofocus>
          Retry
        </Button>
      </div>
    </Modal>
  );
}
