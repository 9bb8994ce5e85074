import path from 'node:path';
import pg from 'pg';
import type { RunningPortal } from './world.ts';

/** Changes the one row that is meant: the portal's own clock cannot be moved from outside, so what it is compared with is. */
async function changeRow({ dataDir }: RunningPortal, statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({
    host: path.join(dataDir, 'postgres'),
    port: 5432,
    user: 'postgres',
    database: 'portal',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(statement, values);
    if (rowCount !== 1) throw new Error(`${rowCount} rows instead of one: ${statement} ${values.join(', ')}`);
  } finally {
    await client.end();
  }
}

/** The trial of a company ended so many days ago. */
export const endTrial = (portal: RunningPortal, companyName: string, daysAgo = 2): Promise<void> =>
  changeRow(
    portal,
    'update organization set expiration_date = now() - make_interval(days => $1) where company_name = $2',
    [daysAgo, companyName],
  );

/** The sign-up link of an address ended a minute ago. */
export const endSignUpLink = (portal: RunningPortal, email: string): Promise<void> =>
  changeRow(portal, `update signup_link set expires_at = now() - interval '1 minute' where email = $1`, [
    email,
  ]);

/** The last mail that asked a person of a team to sign policies went out two hours ago. */
export const letTimePassSinceMail = (portal: RunningPortal, email: string): Promise<void> =>
  changeRow(
    portal,
    `update policy_sign_request set sent_at = sent_at - interval '2 hours' where member_id = (select id from team_member where email = $1)`,
    [email],
  );

/** What was kept of a company's maturity on its one day is of a day so long ago. */
export const ageSnapshots = (portal: RunningPortal, companyName: string, daysAgo: number): Promise<void> =>
  changeRow(
    portal,
    'update maturity_snapshot s set day = day - $1::int from organization o where o.org_id = s.org_id and o.company_name = $2',
    [daysAgo, companyName],
  );

/** A course that a trainee has opened two months earlier, and so was due a month ago. */
export async function makeLate({ dataDir }: RunningPortal, email: string, course: string): Promise<void> {
  const client = new pg.Client({
    host: path.join(dataDir, 'postgres'),
    port: 5432,
    user: 'postgres',
    database: 'portal',
  });
  await client.connect();
  try {
    // triggers keep the counts of the organisation that is named
    await client.query(
      `select set_config('app.org_id', org_id::text, false) from team_member where email = $1`,
      [email],
    );
    const { rowCount } = await client.query(
      `update enrolment e set unlock_on = unlock_on - 60, due_on = due_on - 60 from team_member m
       where m.org_id = e.org_id and m.id = e.member_id and m.email = $1 and e.course_id = $2`,
      [email, course],
    );
    if (rowCount !== 1) throw new Error(`${rowCount} courses instead of one: ${course} of ${email}`);
  } finally {
    await client.end();
  }
}

/** The account of a company was closed so long ago that everything is due to be erased. */
export const letClosingEnd = (portal: RunningPortal, companyName: string): Promise<void> =>
  changeRow(
    portal,
    `update organization_closing c set begun_at = now() - interval '15 days', due_at = now() - interval '1 minute'
     from organization o where o.org_id = c.org_id and o.company_name = $1 and c.kept_at is null`,
    [companyName],
  );
