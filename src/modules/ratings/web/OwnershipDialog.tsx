import { Button, Modal } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { useCheckOwnership } from './changes.ts';
import { messageOf } from './messages.ts';
import { useOwnership } from './queries.ts';
import classes from './Ratings.module.css';

/** How to prove that the domain is the company's: a DNS record or a file, looked for at a press of the button. */
export function OwnershipDialog({ onClose }: { onClose: () => void }) {
  const proof = useOwnership(true);
  const check = useCheckOwnership();
  const seen = check.data && !check.data.data.verified ? check.data.data.seen : null;
  return (
    <Modal opened onClose={onClose} title="Verify that you own the domain" size={600} returnFocus={false}>
      {proof.data ? (
        proof.data.verifiedAt ? (
          <p>
            {proof.data.domain} was proved to be yours on {shownDay(proof.data.verifiedAt)}, by{' '}
            {proof.data.by === 'dns' ? 'a DNS record' : 'a file'}. Leave it in place: we check it every week.
          </p>
        ) : (
          <>
            <FormError>{check.error ? messageOf(check.error) : seen}</FormError>
            <p>Do one of the two, or ask the person who manages your domain to do it.</p>
            <section className={`${classes.way} pt-4 border-t mt-4`}>
              <h3>A DNS record</h3>
              <p>At your domain registrar, add a TXT record.</p>
              <dl className={`${classes.record} mt-3 grid items-center gap-2 gap-x-3`}>
                <dt>Name</dt>
                <dd>
                  <code>{proof.data.dns.name}</code>{' '}
                  <CopyButton value={proof.data.dns.name} label="Copy name" />
                </dd>
                <dt>Value</dt>
                <dd>
                  <code>{proof.data.dns.value}</code>{' '}
                  <CopyButton value={proof.data.dns.value} label="Copy value" />
                </dd>
              </dl>
            </section>
            <section className={`${classes.way} pt-4 border-t mt-4`}>
              <h3>Or a file on your website</h3>
              <dl className={`${classes.record} mt-3 grid items-center gap-2 gap-x-3`}>
                <dt>Address</dt>
                <dd>
                  <code>{proof.data.file.url}</code>{' '}
                  <CopyButton value={proof.data.file.url} label="Copy address" />
                </dd>
                <dt>Content</dt>
                <dd>
                  <code>{proof.data.file.content}</code>{' '}
                  <CopyButton value={proof.data.file.content} label="Copy content" />
                </dd>
              </dl>
            </section>
            <div className={`${classes.actions} mt-2`}>
              <Button variant="default" onClick={onClose}>
                Later
              </Button>
              <Button
                loading={check.isPending}
                onClick={() => check.mutate({}, { onSuccess: ({ data }) => data.verified && onClose() })}
              >
                Look for it now
              </Button>
            </div>
          </>
        )
      ) : proof.isPending ? (
        <LoadingText>Loading the proof</LoadingText>
      ) : (
        <FormError>{messageOf(proof.error)}</FormError>
      )}
    </Modal>
  );
}
