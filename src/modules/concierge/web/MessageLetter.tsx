import { Button } from '@mantine/core';
import { useId } from 'react';
import { Link } from '#ui/text/Link.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { shownDay } from '#platform/dates.ts';
import { isOwnPlace, safeLink, type RichText as Formatted } from '#platform/richText.ts';
import classes from './MessageLetter.module.css';
import { RichText } from '#platform/web/RichText.tsx';

type MessageLetterProps = {
  title: string;
  summary: string;
  /** What kind of letter it is, in words. */
  category: string;
  body: Formatted;
  actions: readonly { label: string; link: string }[];
  severity: string | null;
  minutes: number | null;
  /** ISO text; null where it is out as soon as it is published. */
  publishedOn: string | null;
  expiresOn: string | null;
  /** The name under it. */
  brandName: string;
  /** Of its title. */
  level?: 1 | 2;
};

function ActionButton({ label, link, primary }: { label: string; link: string; primary: boolean }) {
  const safe = safeLink(link);
  if (safe === null) return null;
  const variant = primary ? 'filled' : 'default';
  return isOwnPlace(safe) ? (
    <Button component={Link} href={safe} variant={variant}>
      {label}
    </Button>
  ) : (
    <Button component="a" href={safe} target="_blank" rel="noopener noreferrer" variant={variant}>
      {label}
    </Button>
  );
}

/** A message of the experts, as the customer reads it. */
export function MessageLetter({ level = 1, ...message }: MessageLetterProps) {
  const id = useId();
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <article className={`${classes.letter} card`} aria-labelledby={id}>
      <header className={`${classes.head} border-b`}>
        <p className="row flex-wrap gap-1 gap-x-4 text-small text-dimmed">
          {message.publishedOn !== null && (
            <time dateTime={message.publishedOn}>{shownDay(message.publishedOn)}</time>
          )}
          <span>{message.category}</span>
          {message.minutes !== null && <span>About {message.minutes} minutes</span>}
          {message.expiresOn !== null && <span>Holds until {shownDay(message.expiresOn)}</span>}
          {message.severity && <SeverityBadge severity={message.severity.toLowerCase() as SeverityName} />}
        </p>
        <Heading id={id} className={`${classes.title} text-page wrap-anywhere text-balance`}>
          {message.title}
        </Heading>
        <p className={`${classes.summary} mt-2 measure-62 text-dimmed`}>{message.summary}</p>
      </header>
      <RichText text={message.body} level={level === 1 ? 2 : 3} />
      {message.actions.length > 0 && (
        <div className={`${classes.actions} flex flex-wrap gap-2`}>
          {message.actions.map((action, i) => (
            <ActionButton key={`${action.label} ${action.link}`} {...action} primary={i === 0} />
          ))}
        </div>
      )}
      <p className={`${classes.signed} grid text-body font-medium`}>
        Your Cyber Concierge
        <span>{message.brandName}</span>
      </p>
    </article>
  );
}
