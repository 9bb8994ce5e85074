import { Button } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useNavigate } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Link } from '#ui/text/Link.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { toast } from '#ui/notice/toast.ts';
import { policiesPaths } from '../../paths.ts';
import { approvedBy } from '../../rules.ts';
import { Paper, PolicyText } from '../Paper.tsx';
import { textAddress } from './addresses.ts';
import { LinkFailed } from './LinkFailed.tsx';
import { Heading } from '#platform/web/LinkPage.tsx';
import classes from './Links.module.css';
import { deadLink, messageOf } from './messages.ts';
import { signingPdf, useNoteSigned, useTextToSign, type PolicyToSign, type Signing } from './queries.ts';
import { SignForm } from './SignForm.tsx';

const formId = 'your-signature';

type SigningTextProps = {
  token: string;
  signing: Signing;
  policy: PolicyToSign;
  name: string;
  onName: (name: string) => void;
};

type IntroProps = Pick<SigningTextProps, 'token' | 'signing' | 'policy'> & { hasText: boolean };

function Intro({ token, signing, policy, hasText }: IntroProps) {
  const { signedAt } = policy;
  const place = signing.policies.filter((one) => one.signedAt !== null).length + 1;
  return (
    <header className={classes.intro}>
      <Link className={classes.back} href={policiesPaths.signing(token)}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden /> All your policies
      </Link>
      <Heading>
        <bdi>{policy.name}</bdi>
      </Heading>
      <p className={classes.lead}>
        {signedAt === null ? (
          <>
            {signing.policies.length > 1 && `Policy ${place} of ${signing.policies.length}. `}
            Please read it; your signature follows below the text.
          </>
        ) : (
          <>
            You signed this version on <time dateTime={signedAt}>{shownTime(signedAt)}</time>.
          </>
        )}
      </p>
      <div className={`${classes.shortcuts} flex flex-wrap gap-x-6 mt-2`}>
        {signedAt === null && hasText && (
          <a className={classes.jump} data-always href={`#${formId}`}>
            <IconArrowDown size={16} stroke={1.75} aria-hidden /> To your signature
          </a>
        )}
        <a className={classes.jump} data-always href={signingPdf(token, policy.id)} download>
          <IconDownload size={16} stroke={1.75} aria-hidden /> Download PDF
        </a>
      </div>
    </header>
  );
}

/** One policy: read, confirm, and on to the next. */
export function SigningText({ token, signing, policy, name, onName }: SigningTextProps) {
  const found = useTextToSign(token, policy.id);
  const signed = useNoteSigned(token);
  const navigate = useNavigate();
  const home = policiesPaths.signing(token);
  const { signedAt } = policy;

  const goOn = (policies: PolicyToSign[], words: string) => {
    const from = policies.findIndex(({ id }) => id === policy.id);
    const next = [...policies.slice(from), ...policies].find((one) => one.signedAt === null);
    toast.success(next ? `${words} Next: ${next.name}.` : words);
    // the signed text must not come back by the back button as one to be signed
    void navigate(next ? textAddress(token, next.id) : home, { replace: true });
  };
  const { data } = found;
  return (
    <>
      <Intro token={token} signing={signing} policy={policy} hasText={data !== undefined} />
      {policy.note && signedAt === null && (
        <section
          className={`${classes.note} border-accent wrap-anywhere whitespace-pre-line rounded-card bg-accent`}
          aria-label="What changed"
        >
          <h2 className="text-body leading-5">What changed since you signed</h2>
          <p>{policy.note}</p>
        </section>
      )}
      {data ? (
        <>
          <Paper
            title={data.name}
            foot={null}
            meta={[
              signing.companyName,
              `Version ${data.version}`,
              data.approver &&
                `Approved by ${approvedBy(data)}${data.approvalDate ? ` on ${shownDay(data.approvalDate)}` : ''}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <PolicyText blocks={data.blocks} />
          </Paper>
          {signedAt === null ? (
            <SignForm
              id={formId}
              token={token}
              policy={data}
              name={name}
              onName={onName}
              onSigned={(at) => goOn(signed.note(policy.id, at), 'Signed.')}
              onAlreadySigned={() => {
                toast.warning('You had signed this version already.');
                void signed.refresh();
              }}
              onStale={() => void signed.refresh()}
            />
          ) : (
            <Button
              component={Link}
              variant="default"
              size="md"
              href={home}
              className={`${classes.begin} mt-5`}
            >
              Back to all your policies
            </Button>
          )}
        </>
      ) : found.isPending ? (
        <SkeletonPanel lines={14} height={640} label="Loading the text" />
      ) : deadLink(found.error) ? (
        <LinkFailed kind="signing" home={home} error={found.error} retrying={false} onRetry={() => {}} />
      ) : (
        <QueryFailed
          title="The text could not be loaded"
          kept="Nothing was lost."
          query={found}
          words={messageOf}
        />
      )}
    </>
  );
}
