import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { shownDay, shownTime } from '#platform/dates.ts';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { Link } from '#ui/text/Link.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { textAddress } from './addresses.ts';
import { Heading, LinkMessage } from '#platform/web/LinkPage.tsx';
import classes from './Links.module.css';
import { signingPdf, type PolicyToSign, type Signing } from './queries.ts';

const minutesWord = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);
const policiesWord = (count: number) => (count === 1 ? '1 policy' : `${count} policies`);

function Entry({ token, policy }: { token: string; policy: PolicyToSign }) {
  const { id, name, version, summary, minutes, note, signedAt } = policy;
  return (
    <li className={`${classes.entry} grid gap-2 gap-x-6 px-5 py-4`}>
      <div>
        <h3 className={`${classes.entryName} text-reading wrap-anywhere`}>
          <Link className={`${classes.link} text-accent`} href={textAddress(token, id)}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p className="text-small leading-5 text-dimmed text-pretty">
          Version {version} · {minutesWord(minutes)} to read
        </p>
        {signedAt === null && summary && (
          <p className={`${classes.summary} measure-64 text-dimmed text-pretty`}>{summary}</p>
        )}
        {signedAt === null && note && (
          <p className={`${classes.changed} measure-64 wrap-anywhere mt-2`}>
            <strong>What changed since you signed:</strong> {note}
          </p>
        )}
      </div>
      <div className={`${classes.entryEnd} grid gap-0.5`}>
        {signedAt === null ? (
          <StatusPill tone="accent">To sign</StatusPill>
        ) : (
          <>
            <StatusPill tone="success">Signed</StatusPill>
            <time
              className="text-small leading-5 text-dimmed text-pretty"
              dateTime={signedAt}
              title={shownTime(signedAt)}
            >
              {shownDay(signedAt)}
            </time>
          </>
        )}
        <a
          className={`${classes.pdf} min-h-10 inline-row gap-1.5 text-small font-medium text-accent hover-underline`}
          href={signingPdf(token, id)}
          download
          aria-label={`Download ${name} as PDF`}
        >
          <IconDownload size={18} stroke={1.5} aria-hidden /> PDF
        </a>
      </div>
    </li>
  );
}

type EntriesProps = { id: string; title: string; token: string; policies: PolicyToSign[] };

const Entries = ({ id, title, token, policies }: EntriesProps) =>
  policies.length > 0 && (
    <section aria-labelledby={id}>
      <h2 id={id} className={`${classes.listTitle} text-reading`}>
        {title}
      </h2>
      <ul className="card">
        {policies.map((policy) => (
          <Entry key={policy.id} token={token} policy={policy} />
        ))}
      </ul>
    </section>
  );

/** Everything that one person is asked to sign, and what is signed. */
export function SigningList({
  token,
  signing: { companyName, person, expiresAt, policies },
}: {
  token: string;
  signing: Signing;
}) {
  const open = policies.filter(({ signedAt }) => signedAt === null);
  const signed = policies.filter(({ signedAt }) => signedAt !== null);
  const [next] = open;
  if (policies.length === 0)
    return (
      <LinkMessage drawing={<DrawingInbox />} title="There is nothing to sign right now">
        <p>
          <bdi>{companyName}</bdi> has no policies for you to sign right now. We will email you when that
          changes.
        </p>
      </LinkMessage>
    );
  return (
    <>
      {next ? (
        <header className={classes.intro}>
          <Heading>{open.length === 1 ? 'A policy' : `${open.length} policies`} to read and sign</Heading>
          <p className={classes.lead}>
            Hello <bdi>{person}</bdi>. <bdi>{companyName}</bdi> asks you to read {policiesWord(open.length)}{' '}
            and to confirm with your name that you understood {open.length === 1 ? 'it' : 'them'}. That takes
            about {minutesWord(open.reduce((sum, { minutes }) => sum + minutes, 0))}; you can stop at any time
            and come back until <time dateTime={expiresAt}>{shownDay(expiresAt)}</time>.
          </p>
          <Button
            component={Link}
            size="md"
            href={textAddress(token, next.id)}
            className={`${classes.begin} mt-5`}
          >
            {signed.length > 0 || open.length > 1 ? `Read ${next.name}` : 'Read the policy'}
          </Button>
        </header>
      ) : (
        <LinkMessage drawing={<DrawingPolicy />} title="All signed, thank you">
          <p>
            <bdi>{person}</bdi>, you have signed everything that <bdi>{companyName}</bdi> asked for. You can
            read each policy again and keep it as PDF.
          </p>
        </LinkMessage>
      )}
      <Entries id="policies-open" title="To sign" token={token} policies={open} />
      <Entries id="policies-signed" title="Signed" token={token} policies={signed} />
    </>
  );
}
