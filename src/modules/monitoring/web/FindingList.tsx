import { Accordion } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { SeverityBadge } from '#ui/SeverityBadge.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { StatusPill, type StatusPillProps } from '#ui/StatusPill.tsx';
import type { FindingWire } from '../entities.ts';
import classes from './Findings.module.css';
import { shortDate } from './pacificTime.ts';

const loadDetails = () => import('./FindingDetails.tsx');
const FindingDetails = lazy(async () => ({ default: (await loadDetails()).FindingDetails }));

const states: Record<FindingWire['state'], { word: string; tone: NonNullable<StatusPillProps['tone']> }> = {
  new: { word: 'New', tone: 'accent' },
  open: { word: 'Open', tone: 'neutral' },
  reopened: { word: 'Reopened', tone: 'warning' },
  fixed: { word: 'Fixed', tone: 'success' },
};

const placesWords = (count: number) => (count === 1 ? '1 address' : `${count} addresses`);

type FindingListProps = {
  findings: FindingWire[];
  /** Level of the rows' headings, one below the list's own. */
  order: 3 | 4;
};

/** Issues one below the other; each opens in place. */
export function FindingList({ findings, order }: FindingListProps) {
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
      {findings.map((finding) => (
        <Accordion.Item key={finding.findingId} value={finding.findingId}>
          <Accordion.Control onMouseEnter={() => void loadDetails()}>
            <span className={classes.severity}>
              <SeverityBadge severity={finding.severity} />
            </span>
            <span className={classes.main}>
              <span className={classes.title}>{finding.title}</span>
              <span className={classes.meta}>
                {placesWords(finding.placesTotal)} · first seen {shortDate(finding.firstSeen)} · last seen {shortDate(finding.lastSeen)}
              </span>
            </span>
            <span className={classes.state}>
              <StatusPill tone={states[finding.state].tone}>{states[finding.state].word}</StatusPill>
            </span>
          </Accordion.Control>
          <Accordion.Panel>
            <Suspense fallback={<SkeletonPanel bare lines={4} height={240} />}>
              <FindingDetails finding={finding} heading={order === 3 ? 'h4' : 'h5'} />
            </Suspense>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
