import { Button } from '@mantine/core';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { IssueLinkWire } from '../../issueEntities.ts';
import { useWithdrawIssueLink } from './issueLinkChanges.ts';
import classes from './IssueLinks.module.css';
import { dateAndTime, shortDate } from '../schedules/pacificTime.ts';
import { visibleText } from '../issues/visibleText.ts';

const opened = ({ opens, lastOpenedAt }: IssueLinkWire): string =>
  lastOpenedAt === null
    ? 'Not opened yet'
    : `Opened ${opens === 1 ? 'once' : `${opens} times`}, last on ${dateAndTime(lastOpenedAt)}`;

const until = ({ state, expiresAt }: IssueLinkWire): string =>
  state === 'open' ? `Works until ${shortDate(expiresAt)}` : `Expired on ${shortDate(expiresAt)}`;

type IssueLinksProps = { targetId: string; findingId: string; links: readonly IssueLinkWire[] };

/** Who was shown an issue by a link, until when, and whether they looked. */
export function IssueLinks({ targetId, findingId, links }: IssueLinksProps) {
  const withdraw = useWithdrawIssueLink();
  return (
    <ul className="grid gap-2">
      {links.map((link) => {
        const who = link.email === null ? 'Copied link' : visibleText(link.email);
        return (
          <li
            key={link.linkId}
            className={`${classes.link} row flex-wrap justify-between gap-2 gap-x-4 border rounded bg-card`}
            data-over={link.state !== 'open' || undefined}
          >
            <div className={`${classes.words} min-w-0`}>
              <p className={`${classes.who} row flex-wrap gap-1 gap-x-2 text-body font-medium wrap-anywhere`}>
                <bdi>{who}</bdi>
                {link.state === 'withdrawn' && <StatusPill>Withdrawn</StatusPill>}
                {link.lastAnsweredAt && <StatusPill tone="accent">Reported as fixed</StatusPill>}
              </p>
              <p className="text-small leading-5 text-dimmed wrap-anywhere">
                {link.state === 'withdrawn' ? '' : `${until(link)} · `}
                {opened(link)}
                {link.lastAnsweredAt && ` · Reported as fixed on ${dateAndTime(link.lastAnsweredAt)}`}
              </p>
              <p className="text-small leading-5 text-dimmed wrap-anywhere">
                Shared by {visibleText(link.madeBy)} on {shortDate(link.madeAt)}
              </p>
            </div>
            {link.address !== null && (
              <div className="row gap-1">
                <CopyButton value={link.address} label={`Copy the link of ${who}`} />
                <Button
                  variant="default"
                  aria-label={`Withdraw the link of ${who}`}
                  loading={withdraw.isPending && withdraw.variables.linkId === link.linkId}
                  onClick={() => withdraw.mutate({ targetId, findingId, linkId: link.linkId })}
                >
                  Withdraw
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
