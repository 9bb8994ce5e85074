import { pacificDay } from '#platform/days.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { provedDomains } from '#modules/domains/server/public.ts';
import { peoplePerDay, type Standing } from '../rules.ts';
import {
  lockSender,
  saveDecision,
  selectDecision,
  selectReports,
  selectSenders,
  selectState,
  selectWeek,
} from './sending.store.ts';

/**
 * Organizations that had emails sent to others within seven days, or were reported or decided about: the urgent ones first.
 * With `onlyOpen`, those that wait for a decision of staff.
 */
export const listSenders = (ctx: BaseCtx, asked: Parameters<typeof selectSenders>[2]) =>
  selectSenders(ctx.global, pacificDay(ctx.now()), asked);

/** Seven days of one organization's emails to others, and what recipients reported; never to whom they went. */
export async function readSender(ctx: Pick<BaseCtx, 'now'>, db: OrgDb) {
  const today = pacificDay(ctx.now());
  const [{ paying }, domains] = [await selectState(db, today), await provedDomains(db)];
  const standing: Standing = paying ? 'paying' : domains.length > 0 ? 'proved' : 'unproved';
  return {
    standing,
    perDay: peoplePerDay[standing],
    decision: (await selectDecision(db)) ?? null,
    days: await selectWeek(db, today),
    reports: await selectReports(db),
  };
}

/** Stops the emails of an organization to others or lets them go on; its own log tells it. @returns whether that changed anything */
export async function decideSender(
  ctx: Pick<BaseCtx, 'now'>,
  db: OrgDb,
  { orgId, stop, reason, decidedBy }: { orgId: string; stop: boolean; reason: string; decidedBy: string },
): Promise<{ before: boolean }> {
  await lockSender(db);
  const { stopped } = await selectState(db, pacificDay(ctx.now()));
  await saveDecision(db, { orgId, stopped: stop, reason, decidedBy, at: ctx.now() });
  await recordAct(db, {
    act: stop ? 'third-party-email-stopped' : 'third-party-email-allowed',
    subject: 'third_party_sender',
    subjectName: reason,
  });
  return { before: stopped };
}
