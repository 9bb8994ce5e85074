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
import { askExpert } from '#platform/web/askExpert.ts';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { StatTile } from '#ui/StatTile.tsx';
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
    <section className={classes.contact} aria-labelledby="concierge-heading">
      <div className={classes.drawing} aria-hidden>
        <DrawingTalk />
      </div>
      <div className={classes.words}>
        <p className={classes.included}>{config.subscriptionInfo}</p>
        <h2 id="concierge-heading" className={classes.heading}>
          {config.heading}
        </h2>
        <p className={classes.lead}>
          Write to us from any page, and your question includes what you are looking at. We answer in a
          conversation that your whole team of administrators can read.
        </p>
        <div className={classes.ways}>
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
        <p className={classes.never}>Please never send passwords or codes. We do not need them.</p>
      </div>
    </section>
  );
}

function OfferingCard({ offering }: { offering: Offering }) {
  const Icon = icons[offering.icon];
  return (
    <li className={classes.offering} data-urgent={offering.icon === 'urgent' || undefined}>
      <span className={classes.icon} aria-hidden>
        <Icon size={22} stroke={1.5} />
      </span>
      <div className={classes.offer}>
        <h3 className={classes.title}>{offering.title}</h3>
        <p className={classes.text}>{offering.text}</p>
        <p className={classes.foot}>
          <span className={classes.minutes}>{offering.minutes} minutes</span>
          {offering.id === 'incident' && (
            <Link href={conciergePaths.incident} className={classes.link}>
              Open the first-hour list
            </Link>
          )}
          <button
            type="button"
            className={classes.link}
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
    <div className={classes.standing}>
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
      <div className={classes.stack}>
        <SkeletonPanel lines={5} height={268} label="Loading the concierge" />
        <SkeletonPanel lines={10} height={520} label="Loading what we can do for you" />
      </div>
    );
  if (!config.data)
    return (
      <Panel>
        <ErrorState
          title="This page could not be loaded"
          retrying={config.isFetching}
          onRetry={() => void config.refetch()}
        >
          {messageOf(config.error)}
        </ErrorState>
      </Panel>
    );
  return (
    <div className={classes.stack}>
      <Contact config={config.data} />
      <Standing />
      <section aria-labelledby="concierge-offerings">
        <h2 id="concierge-offerings" className={classes.offeringsHeading}>
          {config.data.offeringsHeading}
        </h2>
        <ul className={classes.offerings}>
          {config.data.offerings.map((offering) => (
            <OfferingCard key={offering.id} offering={offering} />
          ))}
        </ul>
      </section>
    </div>
  );
}
