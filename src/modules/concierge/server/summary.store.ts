import { sql } from 'kysely';
import { countedValue, type Asking } from './messages.store.ts';

type Json = {
  messages: { total: number; unread: number; newest: { id: string; title: string } | null };
  open: number;
  urgent: number;
  problems: { type: string; asset: string; urgent: boolean }[];
  answers: number;
  waiting: number;
};

/** Weaknesses and conversations are counted by an index; messages are few for everybody. */
export const conciergeJson = (asking: Asking) => sql<Json>`(
  select jsonb_build_object(
    'messages', ${countedValue(asking)},
    'open', (select count(*) from weakness where status_rank = 1),
    'urgent', (select count(*) from weakness where status_rank = 1 and severity_rank <= 2),
    'problems', (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'asset', asset, 'urgent', severity_rank <= 2)), '[]')
      from weakness where status_rank = 1 and type <> 'staff'),
    'answers', (select count(*) from concierge_thread t where t.last_staff_entry > 0 and t.last_staff_entry > coalesce((
      select s.entry from concierge_read s where s.org_id = t.org_id and s.cognito_id = ${asking.cognitoId} and s.kind = 'thread' and s.id = t.id::text), 0)),
    'waiting', (select count(*) from concierge_thread where state = 'waiting')
  )
)`;
