import { Button } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { usePortal } from '#platform/web/boot.ts';
import { evidencePaths } from '#modules/evidence/paths.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Desk, Insurer } from '../contract.ts';
import { asks, beforeTheEnd } from './advice.ts';
import classes from './Insurance.module.css';
import { messageOf } from './messages.ts';
import { useNotice } from './queries.ts';

const dialled = (phone: string) => phone.replace(/[^+\d]/g, '');

function DeskCard({ title, text, desk }: { title: string; text: string; desk: Desk }) {
  return (
    <section className={classes.desk} aria-label={title}>
      <h3 className="text-reading">{title}</h3>
      <p className="text-dimmed">{text}</p>
      <dl className="mt-2">
        <div className={classes.way}>
          <dt>Phone</dt>
          <dd>
            <a href={`tel:${dialled(desk.phone)}`}>{desk.phone}</a>
            <CopyButton value={desk.phone} label={`Copy the phone number of ${title.toLowerCase()}`} />
          </dd>
        </div>
        <div className={classes.way}>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${desk.email}`}>{desk.email}</a>
            <CopyButton value={desk.email} label={`Copy the email address of ${title.toLowerCase()}`} />
          </dd>
        </div>
        <div className={classes.way}>
          <dt>Hours</dt>
          <dd>{desk.hours}</dd>
        </div>
      </dl>
    </section>
  );
}

function Contact({ insurer }: { insurer: Insurer }) {
  return (
    <Panel title={insurer.name} description="Your insurer answers questions about claims and your policy.">
      <div className={`${classes.desks} grid gap-5`}>
        <DeskCard
          title="Claims"
          text="If something happened, call first, even if you are not sure."
          desk={insurer.claims}
        />
        <DeskCard
          title="Policy questions"
          text="Coverage, certificates, invoices, and the notice."
          desk={insurer.policies}
        />
      </div>
      {insurer.website && (
        <a
          className={`min-h-10 inline-row gap-1.5 text-accent mt-3`}
          href={insurer.website}
          target="_blank"
          rel="noopener noreferrer"
        >
          Website of {insurer.name}{' '}
          <IconExternalLink size={16} stroke={1.5} aria-label="(opens in a new tab)" />
        </a>
      )}
    </Panel>
  );
}

/** Where the brand leads people who look for new cover (platform.md 9). */
function NewCover() {
  const { quoteLink } = usePortal().portalConfig;
  if (quoteLink === null) return null;
  return (
    <Panel title="New coverage" size="small">
      <p className="text-dimmed">Ask for a quote for new coverage before your policy ends.</p>
      <Button
        component="a"
        href={quoteLink}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        mt={12}
        fullWidth
        rightSection={<IconExternalLink size={16} stroke={1.5} aria-label="(opens in a new tab)" />}
      >
        Get a quote
      </Button>
    </Panel>
  );
}

function WhatHappens() {
  const { brandNameShort } = usePortal().brand;
  return (
    <Panel title="What happens now">
      <ol className={`${classes.steps} measure-72 grid gap-3 text-reading`}>
        <li>
          <strong>{brandNameShort} can no longer offer cyber insurance.</strong> Policies that are in force
          stay in force until the day on which they end.
        </li>
        <li>
          <strong>A non-renewal notice will be mailed to you by the insurer.</strong> It names the last day of
          your coverage. Keep it.
        </li>
        <li>
          <strong>Claims and policy questions go to the insurer,</strong> whose contact details are on this
          page.
        </li>
        <li>
          <strong>The solution stays available to you while the policy is in force.</strong> Your scans,
          policies, courses and reports stay as they are.
        </li>
      </ol>
    </Panel>
  );
}

/** The notice about cyber insurance (modules.md 1): what changes, whom to call, and how to be ready for the next insurer. */
export function InsuranceScreen() {
  const notice = useNotice();
  return (
    <>
      <PageHeader
        title="Insurance"
        purpose="What changes, whom to call, and how to be ready for your next policy."
      />
      {notice.data || notice.isPending ? (
        <div className={`${classes.page} grid items-start gap-6`}>
          <div className={`${classes.notice} min-w-0`}>
            <WhatHappens />
          </div>
          <div className={`${classes.rest} grid min-w-0 gap-6`}>
            <Panel
              title="Before your policy ends"
              description="Finding new coverage takes weeks. Start about three months before the last day."
            >
              <ol className={`${classes.steps} measure-72 grid gap-3 text-reading`}>
                {beforeTheEnd.map(({ what, how }) => (
                  <li key={what}>
                    <strong>{what}</strong> {how}
                  </li>
                ))}
              </ol>
            </Panel>
            <Panel
              title="What insurers ask for"
              description="Almost every application has these questions. Your answers have to be true on the day of a claim."
            >
              <ul className={`${classes.asks} grid-cols-2 grid gap-5 gap-x-6`}>
                {asks.map(({ what, why, href, link }) => (
                  <li key={what} className="flex flex-col items-start gap-0.5">
                    <h3 className="text-reading">{what}</h3>
                    <p className="text-dimmed">{why}</p>
                    <Link href={href} className={`${classes.askLink} font-medium mt-1`}>
                      {link}
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
          <div className={`${classes.side} grid min-w-0 gap-6`}>
            {/* everything but the contact is known at once */}
            {notice.data ? (
              <Contact insurer={notice.data} />
            ) : (
              <SkeletonPanel height={632} lines={9} label="Loading contact details" />
            )}
            <NewCover />
            <Panel title="Your proof, in one file" size="small">
              <p className="text-dimmed">
                The evidence pack has your rating, latest scans, policies in force, training and maturity,
                with dates: what a broker or an insurer wants to see.
              </p>
              <Button
                component={Link}
                href={evidencePaths.forWhom('insurer')}
                variant="default"
                mt={12}
                fullWidth
              >
                Make an evidence pack
              </Button>
            </Panel>
          </div>
        </div>
      ) : (
        <ScreenFailure
          title="The notice could not be loaded"
          kept="Your policy and its coverage do not depend on this page."
          retrying={notice.isFetching}
          onRetry={() => void notice.refetch()}
        >
          {messageOf(notice.error)}
        </ScreenFailure>
      )}
    </>
  );
}
