import type { HistoryEntry } from '../../issueEntities.ts';
import classes from './IssueStanding.module.css';
import { dateAndTime, shortDate } from '../schedules/pacificTime.ts';
import { visibleText } from './visibleText.ts';

const words: Record<HistoryEntry['kind'], (entry: HistoryEntry) => string> = {
  found: () => 'Found for the first time',
  fixed: () => 'Fixed',
  reopened: () => 'Came back',
  accepted: ({ by, until }) =>
    `${by ?? 'Someone'} accepted the risk${until ? ` until ${shortDate(until)}` : ''}`,
  'false-positive': ({ by }) => `${by ?? 'Someone'} marked it as a false alarm`,
  undone: ({ by }) => `${by ?? 'Someone'} undid the decision`,
  'acceptance-ended': () => 'The acceptance ended, and the issue is open again',
  'second-look': () => 'A scan found it more severe than when it was marked. Please look again',
  'retest-gone': ({ by }) => `Checked for ${by ?? 'someone'}: gone`,
  'retest-still-there': ({ by }) => `Checked for ${by ?? 'someone'}: still there`,
  'retest-unchecked': ({ by }) => `Could not be checked for ${by ?? 'someone'}`,
};

/** What happened to an issue, the newest first. */
export function IssueHistory({ history }: { history: readonly HistoryEntry[] }) {
  return (
    <ol className={`${classes.history} grid`}>
      {history.toReversed().map((entry, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- entries have no id, and two may be of one second
          key={index}
          className={`${classes.entry} grid relative gap-0.5 gap-x-4 text-small leading-5 wrap-anywhere`}
        >
          <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
          <span>
            {words[entry.kind](entry)}
            {entry.note !== '' && <>: {visibleText(entry.note)}</>}
          </span>
        </li>
      ))}
    </ol>
  );
}
