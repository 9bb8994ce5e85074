import { Accordion, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Accordion.layer.css';
import { Fragment, lazy, Suspense } from 'react';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { FindingWire, IssueWire } from '../../issueEntities.ts';
import type { Decide } from './DecideDialog.tsx';
import classes from './Findings.module.css';
import { issueStates } from './issueStates.ts';
import { shortDate } from '../schedules/pacificTime.ts';
import { visibleText } from './visibleText.ts';

const loadDetails = () => import('./FindingDetails.tsx');
const FindingDetails = lazy(async () => ({ default: (await loadDetails()).FindingDetails }));

const placesWords = (count: number) => (count === 1 ? '1 address' : `${count} addresses`);

/** What stands beside the state, where it is more than that. */
function noteOf(
  finding: FindingWire & Partial<IssueWire>,
): { word: string; busy?: boolean; tone: NonNullable<StatusPillProps['tone']> } | null {
  switch (finding.retest?.status) {
    case 'waiting':
      return { word: 'Waiting to be checked', busy: true, tone: 'accent' };
    case 'running':
      return { word: 'Being checked', busy: true, tone: 'accent' };
    default:
  }
  if (finding.secondLook) return { word: 'Second look', tone: 'warning' };
  if (finding.acceptanceEndedAt) return { word: 'Acceptance ended', tone: 'warning' };
  if (finding.state === 'accepted' && finding.decision?.until)
    return { word: `until ${shortDate(finding.decision.until)}`, tone: 'neutral' };
  return null;
}

type FindingListProps = {
  findings: readonly (FindingWire & Partial<IssueWire>)[];
  targetId: string;
  scanId?: string;
  /** Level of the rows' headings, one below the list's own. */
  order: 3 | 4;
  /** Issues of one rule stand below its title. */
  grouped?: boolean;
  chosen?: ReadonlySet<string>;
  onChoose?: (findingId: string, chosen: boolean) => void;
  onDecide?: (decide: Decide, from: HTMLElement | null) => void;
};

/** Issues one below the other; each opens in place. */
export function FindingList({
  findings,
  targetId,
  scanId,
  order,
  grouped = false,
  chosen,
  onChoose,
  onDecide,
}: FindingListProps) {
  return (
    <Accordion
      multiple
      order={order}
      chevronPosition="right"
      keepMounted={false}
      transitionDuration={120}
      classNames={{
        item: classes.item,
        control: classes.control,
        label: classes.row,
        panel: classes.panel,
        content: classes.content,
        chevron: classes.chevron,
      }}
    >
      {findings.map((finding, index) => {
        const note = noteOf(finding);
        const begins = grouped && findings[index - 1]?.rule !== finding.rule;
        return (
          <Fragment key={finding.findingId}>
            {begins && (
              <p
                className={`${classes.group} font-semibold row gap-2 text-small leading-5 text-dimmed wrap-anywhere`}
              >
                {visibleText(finding.title)}{' '}
                <span className={`${classes.groupCount} font-medium tabular-nums bg-hover`}>
                  {finding.ofRule}
                </span>
              </p>
            )}
            <Accordion.Item value={finding.findingId} data-choosable={onChoose !== undefined || undefined}>
              {onChoose && (
                <Checkbox
                  className={`${classes.choose} grid`}
                  size="md"
                  aria-label={`Choose ${finding.title}`}
                  checked={chosen?.has(finding.findingId) ?? false}
                  onChange={(event) => onChoose(finding.findingId, event.currentTarget.checked)}
                />
              )}
              <Accordion.Control onMouseEnter={() => void loadDetails()}>
                <span>
                  <SeverityBadge severity={finding.severity} />
                </span>
                <span className={`${classes.main} grid min-w-0 gap-0.5`}>
                  <span className={`${classes.title} text-body font-medium wrap-anywhere`}>
                    {grouped
                      ? visibleText(finding.places[0]?.url ?? finding.title)
                      : visibleText(finding.title)}
                  </span>
                  <span className={classes.meta}>
                    {placesWords(finding.placesTotal)} · first seen {shortDate(finding.firstSeen)} · last seen{' '}
                    {shortDate(finding.lastSeen)}
                  </span>
                </span>
                <span className={`${classes.state} flex flex-wrap justify-end gap-1 gap-x-2`}>
                  {note && (
                    <StatusPill tone={note.tone} busy={note.busy ?? false}>
                      {note.word}
                    </StatusPill>
                  )}
                  <StatusPill tone={issueStates[finding.state].tone}>
                    {issueStates[finding.state].word}
                  </StatusPill>
                </span>
              </Accordion.Control>
              <Accordion.Panel>
                <Suspense fallback={<SkeletonPanel bare lines={4} height={240} />}>
                  <FindingDetails
                    finding={finding}
                    targetId={targetId}
                    heading={order === 3 ? 'h4' : 'h5'}
                    {...(scanId ? { scanId } : {})}
                    {...(onDecide ? { onDecide } : {})}
                  />
                </Suspense>
              </Accordion.Panel>
            </Accordion.Item>
          </Fragment>
        );
      })}
    </Accordion>
  );
}
