import { Button, Modal } from '@mantine/core';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { shownDay, shownTime } from '#platform/dates.ts';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useRemind } from './changes.ts';
import { messageOf } from './messages.ts';
import { useSigner, type Signer } from './queries.ts';
import classes from './SignOff.module.css';

type SignerDetailsProps = { person: Signer; onRemove: () => void; onClose: () => void };

/** What one person has signed and when, and what waits. */
export function SignerDetails({ person, onRemove, onClose }: SignerDetailsProps) {
  const found = useSigner(person.memberId);
  const remind = useRemind();
  const { data } = found;
  return (
    <Modal opened onClose={onClose} title={person.name} size={560} returnFocus={false}>
      <p className={`${classes.contact} flex flex-wrap justify-between gap-1 gap-x-4 wrap-anywhere border-b`}>
        <bdi>{person.email}</bdi>
        <span className={classes.quiet}>
          {person.sentAt ? `Last email on ${shownDay(person.sentAt)}` : 'No email was sent yet'}
        </span>
      </p>
      {data ? (
        <>
          {data.waiting.length > 0 && (
            <section className={`${classes.lines} mt-5`} aria-labelledby="signer-waiting">
              <h3 id="signer-waiting" className="text-body leading-5">
                Still to sign
              </h3>
              <ul className="mt-1">
                {data.waiting.map((one) => (
                  <li
                    key={one.policyType}
                    className={`${classes.line} flex flex-wrap justify-between gap-0.5 gap-x-4 wrap-anywhere border-b`}
                  >
                    <bdi>{one.policyName}</bdi>
                    <span className={classes.quiet}>Version {one.version}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section className={`${classes.lines} mt-5`} aria-labelledby="signer-signed">
            <h3 id="signer-signed" className="text-body leading-5">
              Signed
            </h3>
            {data.signed.length === 0 ? (
              <p className={classes.quiet}>Nothing is signed yet.</p>
            ) : (
              <ul className="mt-1">
                {data.signed.map((one) => (
                  <li
                    key={`${one.policyType} ${one.version}`}
                    className={`${classes.line} flex flex-wrap justify-between gap-0.5 gap-x-4 wrap-anywhere border-b`}
                  >
                    <span>
                      <bdi>{one.policyName}</bdi> <span className={classes.quiet}>Version {one.version}</span>
                    </span>
                    <span className={classes.quiet}>
                      <time dateTime={one.signedAt}>{shownTime(one.signedAt)}</time>, as “
                      <bdi>{one.name}</bdi>”
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </>
      ) : found.isPending ? (
        <SkeletonPanel bare lines={4} height={160} label="Loading what was signed" />
      ) : (
        <QueryFailed level={3} title="This could not be loaded" query={found} words={messageOf} />
      )}
      <div className={classes.buttons}>
        <Button
          variant="subtle"
          className="danger-action"
          leftSection={<IconUserMinus size={18} stroke={1.5} aria-hidden />}
          onClick={onRemove}
        >
          Remove from the team
        </Button>
        {data && data.waiting.length > 0 && (
          <Button
            leftSection={<IconMailForward size={18} stroke={1.75} aria-hidden />}
            loading={remind.isPending}
            onClick={() => remind.mutate({ memberIds: [person.memberId] })}
          >
            {person.sentAt === null ? 'Send link now' : 'Send reminder'}
          </Button>
        )}
      </div>
    </Modal>
  );
}
