import { sql } from 'kysely';
import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { idempotencyHours } from '#platform/server/idempotency.ts';
import { handles, jobSpec, queueDays, type JobHandler } from '#platform/server/jobs.ts';
import { failureDays } from '#platform/server/mail/outbox.ts';
import {
  forOrganizationsWithOldRows,
  oldAuditEntries,
  oldStaffActs,
  rowsOf,
  tenantRowsOf,
  type Removal,
} from '#platform/server/retention.ts';
import { dropPartitions, type PartitionedTable } from '#platform/server/partitions.ts';
import type { Settings } from '#platform/server/settings.ts';
import { exportDays } from '#modules/exports/contract.ts';
import { removeEndedExports } from '#modules/exports/server/public.ts';
import { closedDays, snapshotDays } from '#modules/ratings/server/public.ts';
import { keptDays as countedDays } from '#modules/sending/server/public.ts';

type Kept =
  | { hours: number }
  | { days: number }
  | { months: number }
  /** An operator decides: a variable of the environment, and what it is without one. */
  | { months: (settings: Settings) => number; variable: string };

export type Retention = {
  /** What it is, as docs/privacy.md calls it; a check holds the two together. */
  kind: string;
  kept: Kept;
  /** What the time is counted from. */
  since: string;
  /** Removes it; null where something else does, which is named. */
  remove: Removal | null;
  by?: string;
  /** Whole quarters of this table are dropped before single rows are looked for. */
  quartersOf?: PartitionedTable;
};

/**
 * Everything that is kept for a time only. What is not in here stays as long as the account of its organization, and goes
 * with it (modules/closing).
 */
export const retentions: readonly Retention[] = [
  {
    kind: 'Sessions',
    kept: { days: 0 },
    since: 'the session ended',
    remove: rowsOf('appSession', 'expiresAt'),
  },
  {
    kind: 'Ids of sign-ins that began a session',
    kept: { days: 400 },
    since: 'the sign-in',
    remove: rowsOf('usedSignIn', 'usedAt'),
  },
  {
    kind: 'Failed sign-ins that are not in an activity log yet',
    kept: { days: 7 },
    since: 'the last attempt',
    remove: rowsOf('failedSignIn', 'lastAt'),
  },
  {
    kind: 'Password reset links',
    kept: { days: 1 },
    since: 'the link expired',
    remove: rowsOf('passwordResetLink', 'expiresAt'),
  },
  {
    kind: 'Sign-up links that nobody accepted',
    kept: { days: 90 },
    since: 'the link expired',
    remove: rowsOf('signupLink', 'expiresAt', sql`t.cognito_id is null`),
  },
  {
    kind: 'Codes, tokens, and lockouts of the built-in user pool',
    kept: { days: 90 },
    since: 'they expired; most go after a day',
    remove: async ({ providers }) => {
      await providers.identity.sweep?.();
      return 0;
    },
  },
  {
    kind: 'Request counters',
    kept: { days: 0 },
    since: 'the time that is counted ended',
    remove: rowsOf('rateWindow', 'endsAt'),
  },
  {
    kind: 'Answers to calls with an idempotency key',
    kept: { hours: idempotencyHours },
    since: 'the call',
    remove: tenantRowsOf('idempotencyKey', 'begunAt'),
  },
  {
    kind: 'Errors reported by browsers',
    kept: { days: 30 },
    since: 'the error',
    remove: rowsOf('clientError', 'at'),
  },
  {
    kind: 'Marketing and usage events',
    kept: { days: 400 },
    since: 'the event',
    remove: rowsOf('marketingEvent', 'at'),
  },
  {
    kind: 'Ids of notices from the billing provider',
    kept: { days: 60 },
    since: 'the notice',
    remove: rowsOf('billingNotice', 'takenAt'),
  },
  {
    kind: 'Work in the queue, with emails on their way',
    kept: { days: queueDays },
    since: 'it was done',
    remove: null,
    by: 'pg-boss',
  },
  {
    kind: 'Emails that could not be delivered',
    kept: { days: failureDays },
    since: 'it was given up',
    remove: rowsOf('mailFailure', 'at'),
  },
  {
    kind: 'Emails in the built-in mailbox',
    kept: { days: 90 },
    since: 'the email',
    remove: async ({ providers }, before) => {
      await providers.mail.sweep?.(before);
      return 0;
    },
  },
  {
    kind: 'Counts of emails to teams',
    kept: { days: countedDays },
    since: 'the day',
    remove: tenantRowsOf('thirdPartyEmail', 'day'),
  },
  {
    kind: 'Which news was sent to whom',
    kept: { days: 182 },
    since: 'it was sent',
    remove: tenantRowsOf('notificationSent', 'sentAt'),
  },
  {
    kind: 'Links that showed an issue to a developer',
    kept: { days: 180 },
    since: 'the link expired',
    remove: tenantRowsOf('issueLink', 'expiresAt'),
  },
  {
    kind: 'Exports of everything',
    kept: { days: exportDays },
    since: 'the file was ready',
    remove: (base, before) =>
      forOrganizationsWithOldRows(base, { table: 'dataExport', column: 'askedAt', before }, (orgId) =>
        removeEndedExports(base.forOrg(orgId), before),
      ),
  },
  {
    kind: 'Website scans with what each one saw',
    kept: { months: ({ retention }) => retention.scanMonths, variable: 'RETENTION_SCAN_MONTHS' },
    since: 'the scan began',
    // the last one of a website, and those that issues refer to for their details, stay
    remove: tenantRowsOf(
      'scan',
      'startedAt',
      sql`t.status <> 'started'
        and not exists (select from finding f where f.org_id = t.org_id and f.website_id = t.website_id and f.last_scan_id = t.id)
        and exists (select from scan s where s.org_id = t.org_id and s.website_id = t.website_id and s.status = 'completed' and s.started_at > t.started_at)`,
    ),
    quartersOf: 'scan_finding',
  },
  {
    kind: 'Daily ratings',
    kept: { days: snapshotDays },
    since: 'the day',
    remove: null,
    by: 'the daily rating',
    quartersOf: 'rating_snapshot',
  },
  {
    kind: 'Rating findings that are closed',
    kept: { days: closedDays },
    since: 'it was closed',
    remove: null,
    by: 'the daily rating',
  },
  {
    kind: 'Closed conversations with our experts',
    kept: { months: 36 },
    since: 'the last message',
    remove: tenantRowsOf('conciergeThread', 'lastEntryAt', sql`t.state = 'closed'`),
  },
  {
    kind: 'Activity logs of organizations',
    kept: { months: ({ retention }) => retention.auditMonths, variable: 'RETENTION_AUDIT_MONTHS' },
    since: 'the entry',
    remove: oldAuditEntries,
    quartersOf: 'audit_entry',
  },
  { kind: 'Log of the staff desk', kept: { months: 36 }, since: 'the entry', remove: oldStaffActs },
  {
    kind: 'Records of erasures',
    kept: { months: 36 },
    since: 'the erasure ended',
    remove: rowsOf('erasure', 'finishedAt'),
  },
  {
    kind: 'Stored bytes that belong to no file',
    kept: { hours: 24 },
    since: 'they were written',
    remove: async ({ providers }) => {
      await providers.files.sweep?.();
      return 0;
    },
  },
];

/** The moment before which data of this kind is removed. */
export function keptSince({ kept }: Pick<Retention, 'kept'>, settings: Settings, now: Date): Date {
  if ('hours' in kept) return new Date(now.getTime() - kept.hours * 3_600_000);
  if ('days' in kept) return new Date(now.getTime() - kept.days * 86_400_000);
  const before = new Date(now);
  before.setUTCMonth(
    before.getUTCMonth() - (typeof kept.months === 'number' ? kept.months : kept.months(settings)),
  );
  return before;
}

/** Removes whatever has had its time; what fails for one kind keeps no other from going. */
export async function applyRetention(base: BaseCtx): Promise<void> {
  const failed = new Set<string>();
  for (const { kind, remove, quartersOf, ...retention } of retentions) {
    const before = keptSince(retention, base.settings, base.now());
    const tryTo = async (work: () => Promise<object | null>) => {
      try {
        const done = await work();
        if (done) base.log.info({ kind, ...done }, 'retention');
      } catch (error) {
        failed.add(kind);
        base.log.error({ err: error, kind }, 'retention');
      }
    };
    // a quarter that cannot be dropped now, because its table is in use, goes by the row
    if (quartersOf)
      await tryTo(async () => {
        const dropped = await dropPartitions(base.global, quartersOf, before);
        return dropped.length > 0 ? { dropped } : null;
      });
    if (remove)
      await tryTo(async () => {
        const removed = await remove(base, before);
        return removed > 0 ? { removed } : null;
      });
  }
  if (failed.size > 0) throw new Error(`Not removed although its time is over: ${[...failed].join('; ')}.`);
}

const applyRetentionSpec = jobSpec({
  name: 'apply-retention',
  data: z.object({}),
  retries: 2,
  retryDelaySeconds: 300,
  timeLimitSeconds: 7200,
  cron: '17 3 * * *',
});

export const retentionJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof applyRetentionSpec.data>(applyRetentionSpec, (base) => applyRetention(base)),
];
