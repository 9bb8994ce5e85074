import { Button } from '@mantine/core';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useState } from 'react';
import { LinkMessage, LinkPage, LinkTrouble } from '#platform/web/LinkPage.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { trainingPaths } from '../../paths.ts';
import { deadLink, messageOf } from './messages.ts';
import { askForLink } from './queries.ts';

function Expired({ token }: { token: string }) {
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setState('busy');
    setError(null);
    try {
      await askForLink(token);
      setState('sent');
    } catch (failure) {
      setError(messageOf(failure));
      setState('asking');
    }
  };
  if (state === 'sent')
    return (
      <LinkMessage key="sent" drawing={<DrawingMail />} title="Look into your mailbox">
        <p>
          If you still take part in the training, an email with a new link is on its way to you. It may take a
          minute.
        </p>
        <p>What you did is kept. You can close this page.</p>
      </LinkMessage>
    );
  return (
    <LinkMessage
      drawing={<DrawingMail />}
      title="This link has expired"
      action={
        <Button
          size="md"
          loading={state === 'busy'}
          leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
          onClick={() => void send()}
        >
          Send me a new link
        </Button>
      }
    >
      <p>
        Links to the training work for 60 days. A new one goes to the same mailbox, and what you did is kept.
      </p>
      <FormError>{error}</FormError>
    </LinkMessage>
  );
}

type LinkFailedProps = { token: string; error: unknown; retrying: boolean; onRetry: () => void };

export function LinkFailed({ token, error, retrying, onRetry }: LinkFailedProps) {
  const dead = deadLink(error);
  const home = trainingPaths.learn(token);
  if (dead === 'expired')
    return (
      <LinkPage home={home} narrow>
        <Expired token={token} />
      </LinkPage>
    );
  if (dead === 'invalid')
    return (
      <LinkPage home={home} narrow>
        <LinkMessage drawing={<DrawingLost />} title="This link does not work">
          <p>
            Some email programs cut long links in two. Open the email again and press its button, or copy the
            whole link.
          </p>
          <p>
            If a newer email reached you, its link works. If not, ask the person responsible for security in
            your company.
          </p>
        </LinkMessage>
      </LinkPage>
    );
  return (
    <LinkPage home={home} narrow>
      <LinkTrouble retrying={retrying} onRetry={onRetry}>
        <p>{messageOf(error)}</p>
        <p>You can still use your link, and nothing you did was lost.</p>
      </LinkTrouble>
    </LinkPage>
  );
}
