import { Button } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconClipboardText from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs';
import IconFileCertificate from '@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs';
import IconFileSearch from '@tabler/icons-react/dist/esm/icons/IconFileSearch.mjs';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMailQuestion from '@tabler/icons-react/dist/esm/icons/IconMailQuestion.mjs';
import IconMessageCirclePlus from '@tabler/icons-react/dist/esm/icons/IconMessageCirclePlus.mjs';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import IconTruck from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { askExpert } from '#modules/plans/web/public.ts';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import type { ConciergeConfig, Offering, OfferingIcon } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import classes from './About.module.css';
import { messageOf } from './messages.ts';
import { firstMessages, firstWeaknesses, useConciergeConfig, useMessages, useWeaknesses } from './queries.ts';

const icons: Record<OfferingIcon, typeof IconMail> = {
  urgent: IconLifebuoy,
  report: IconFileSearch,
  plan: IconRoute,
  mail: IconMailQuestion,
  supplier: IconTruck,
  form: IconClipboardText,
  tabletop: IconUsersGroup,
  policies: IconFileCertificate,
};

function Contact({ config }: { config: ConciergeConfig }) {
  const { emailCta, callCta } = config;
  return (
    <section
      className={`${classes.contact} card grid items-center gap-8`}
      aria-labelledby="concierge-heading"
    >
      <div className={`${classes.drawing} grid place-items-center`} aria-hidden>
        <DrawingTalk />
      </div>
      <div>
        <p
          className={`${classes.included} text-small leading-5 font-medium text-accent rounded-full bg-accent`}
        >
          {config.subscriptionInfo}
        </p>
        <h2 id="concierge-heading" className={`${classes.heading} text-heading`}>
          {config.heading}
        </h2>
        <p className={`${classes.lead} measure-62 leading-6.5 text-dimmed`}>
          Write to us from any page, and your question includes what you are looking at. We answer in a
          conversation that your whole team of administrators can read.
        </p>
        <div className={`${classes.ways} flex flex-wrap gap-2 mt-5`}>
          <Button
            leftSection={<IconMessageCirclePlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => askExpert()}
          >
            Ask an expert
          </Button>
          {callCta && (
            <Button
              component="a"
              variant="default"
              href={callCta.link}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconCalendar size={18} stroke={1.5} aria-hidden />}
            >
              {callCta.text}
            </Button>
          )}
          <Button
            component="a"
            variant="default"
            href={emailCta.link}
            leftSection={<IconMail size={18} stroke={1.5} aria-hidden />}
          >
            {emailCta.text}
          </Button>
        </div>
        <p className="mt-3 text-small text-dimmed">
          Please never send passwords or codes. We do not need them.
        </p>
      </div>
    </section>
  );
}

function OfferingCard({ offering }: { offering: Offering }) {
  const Icon = icons[offering.icon];
  return (
    <li
      className={`${classes.offering} gap-3.5 card flex flex-col p-5`}
      data-urgent={offering.icon === 'urgent' || undefined}
    >
      <span className={`${classes.icon} grid place-items-center text-accent rounded bg-accent`} aria-hidden>
        <Icon size={22} stroke={1.5} />
      </span>
      <div className="flex flex-col flex-1 min-w-0">
        <h3 className="text-reading">{offering.title}</h3>
        <p className={`${classes.text} mt-0.5 text-body text-dimmed`}>{offering.text}</p>
        <p className={`${classes.foot} row flex-wrap gap-0.5 gap-x-4 text-small`}>
          <span className={`${classes.minutes} text-dimmed tabular-nums`}>{offering.minutes} minutes</span>
          {offering.id === 'incident' && (
            <Link
              href={conciergePaths.incident}
              className={`${classes.link} cursor-pointer text-accent hover-underline`}
            >
              Open the first-hour list
            </Link>
          )}
          <button
            type="button"
            className={`${classes.link} cursor-pointer text-accent hover-underline`}
            aria-label={`Ask for it: ${offering.title}`}
            onClick={() =>
              askExpert({
                kind: offering.id === 'incident' ? 'incident' : 'offering',
                id: offering.id,
                title: offering.title,
                route: null,
              })
            }
          >
            Ask for it
          </button>
        </p>
      </div>
    </li>
  );
}

/** What waits here, in two numbers. */
function Standing() {
  const weaknesses = useWeaknesses(firstWeaknesses);
  const messages = useMessages(firstMessages);
  const open = weaknesses.data?.counts.Open ?? 0;
  const unread = messages.data?.unread ?? 0;
  return (
    <div className={`${classes.standing} grid gap-6`}>
      <StatTile
        label="Security weaknesses"
        value={weaknesses.data ? open : '–'}
        unit="open"
        note={open > 0 ? 'See what to do about them' : 'Nothing waits for you'}
        icon={<IconChecklist size={18} stroke={1.5} aria-hidden />}
        href={conciergePaths.tab('weaknesses')}
      />
      <StatTile
        label="Messages"
        value={messages.data ? unread : '–'}
        unit="unread"
        note={messages.data ? `${messages.data.total} in all` : ' '}
        icon={<IconMail size={18} stroke={1.5} aria-hidden />}
        href={conciergePaths.tab('messages')}
      />
    </div>
  );
}

/** What the concierge is and how one reaches it. */
export function AboutTab() {
  const config = useConciergeConfig();
  if (config.isPending)
    return (
      <div className="grid gap-6">
        <SkeletonPanel lines={5} height={268} label="Loading the concierge" />
        <SkeletonPanel lines={10} height={520} label="Loading what we can do for you" />
      </div>
    );
  if (!config.data)
    return (
      <Panel>
        <QueryFailed title="This page could not be loaded" query={config} words={messageOf} />
      </Panel>
    );
  return (
    <div className="grid gap-6">
      <Contact config={config.data} />
      <Standing />
      <section aria-labelledby="concierge-offerings">
        <h2 id="concierge-offerings" className={`${classes.offeringsHeading} text-title tracking-normal`}>
          {config.data.offeringsHeading}
        </h2>
        <ul className={`${classes.offerings} grid gap-4`}>
          {config.data.offerings.map((offering) => (
            <OfferingCard key={offering.id} offering={offering} />
          ))}
        </ul>
      </section>
    </div>
  );
}
