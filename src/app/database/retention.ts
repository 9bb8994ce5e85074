import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { idempotencyHours } from '#platform/server/http/idempotency.ts';
import { handles, jobSpec, queueDays } from '#platform/server/jobs/jobs.ts';
import { failureDays } from '#platform/server/mail/outbox.ts';
import { dropPartitions } from '#platform/server/database/partitions.ts';
import { rowsOf, tenantRowsOf, type Retention } from '#platform/server/database/retention.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { modules } from '../modules.ts';

/**
 * Everything that is kept for a time only: what the platform keeps, and what each module says of itself. What is not in here
 * stays as long as the account of its organization, and goes with it (modules/closing).
 */
export const retentions: readonly Retention[] = [
  {
    kind: 'Sessions',
    kept: { days: 0 },
    since: 'the session ended',
    remove: rowsOf('appSession', 'expiresAt'),
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
    kind: 'Stored bytes that belong to no file',
    kept: { hours: 24 },
    since: 'they were written',
    remove: async ({ providers }) => {
      await providers.files.sweep?.();
      return 0;
    },
  },
  ...modules.flatMap(({ retention = [] }) => retention),
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

export const applyRetentionJob = handles(applyRetentionSpec, (base: BaseCtx) => applyRetention(base));
