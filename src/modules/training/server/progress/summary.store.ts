import { sql } from 'kysely';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import { today } from '../trainees/enrolDates.ts';

export type Counted = {
  people: number;
  others: number;
  finished: number;
  open: number;
  overdue: number;
  lastUpdated: Date | null;
  firstAdded: Date | null;
};
type Json = Omit<Counted, 'lastUpdated' | 'firstAdded'> & {
  lastUpdated: string | null;
  firstAdded: string | null;
};

export const countedPart = summaryPart({
  value: (now) => sql<Json>`(
    select jsonb_build_object(
      'people', coalesce(p.trainees, 0), 'others', coalesce(p.untrained, 0),
      'firstAdded', (select min(added_at) from trainee where archived_at is null),
      'lastUpdated', greatest(case when p.trainees > 0 then p.last_at end, (select updated_at from training_setting)),
      'finished', coalesce(c.finished, 0), 'open', coalesce(c.open, 0), 'overdue', coalesce(c.overdue, 0)
    )
    from (
      select sum(n) filter (where status = 'finished') as finished, sum(n) filter (where status <> 'finished') as open,
        sum(n) filter (where status <> 'finished' and due_on < ${today(now)}::date) as overdue
      from enrolment_tally where unlock_on <= ${today(now)}::date
    ) c left join people_tally p on true
  )`,
  read: ({ firstAdded, lastUpdated, ...counts }): Counted => ({
    ...counts,
    firstAdded: firstAdded === null ? null : new Date(firstAdded),
    lastUpdated: lastUpdated === null ? null : new Date(lastUpdated),
  }),
});
