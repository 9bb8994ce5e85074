import type { Handlers } from '#platform/server/http/serve.ts';
import { excerptOf, plainToRich } from '#platform/richText.ts';
import { recordAct } from '#platform/server/audit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  answerAsStaff,
  changeWeakness,
  createWeakness,
  readDeskThread,
  readDeskWeakness,
  selectDeskCounts,
  selectDeskWeaknesses,
  type DeskCounts,
  type DeskThread,
} from '#modules/concierge/server/public.ts';
import { severities, weaknessStatuses } from '#modules/concierge/contract.ts';
import type { staffConciergeContract } from '../../conciergeContract.ts';
import { pageSize } from '../../rules.ts';
import { pageOf } from '../everyBrand.ts';
import { channelsWithin } from '../organizations.ts';
import { deskOf, inOrganization, isoOrNull, placeOf } from './scope.ts';

type Calls = Handlers<typeof staffConciergeContract>;

export const wireCounts = ({ oldestWaiting, ...counts }: DeskCounts) => ({
  ...counts,
  oldestWaiting: isoOrNull(oldestWaiting),
});

export const readCounts: Calls['conciergeCounts'] = async (ctx) => {
  const { channels } = await deskOf(ctx);
  return { data: wireCounts(await selectDeskCounts(ctx.global, channels)) };
};

export const listWeaknesses: Calls['deskWeaknesses'] = async (ctx, asked) => {
  const desk = await deskOf(ctx);
  const { rows, ...rest } = await pageOf(asked.page, pageSize, (atMost, skip) =>
    selectDeskWeaknesses(ctx.global, {
      channels: channelsWithin(ctx, desk, asked.brandId),
      orgId: asked.orgId ?? null,
      search: asked.search,
      statuses: asked.status ? [asked.status] : weaknessStatuses,
      severities: asked.severity ? [asked.severity] : severities,
      onlyChecks: asked.checks,
      sort: asked.sort,
      descending: asked.direction === 'descending',
      page: skip / atMost + 1,
      pageSize: atMost,
    }),
  );
  return {
    data: {
      ...rest,
      rows: rows.map((row) => ({
        ...placeOf(ctx, row),
        weaknessId: row.weaknessId,
        title: row.title,
        severity: row.severity,
        status: row.status,
        asset: row.asset,
        source: row.source,
        reportedOn: row.reportedOn.toISOString(),
        statusUpdatedOn: row.statusUpdatedOn.toISOString(),
        checkSince: isoOrNull(row.checkSince),
      })),
    },
  };
};

/** The customer's word that something is fixed, where nobody has answered it. */
function openCheck(thread: DeskThread | null) {
  if (!thread || thread.state !== 'waiting') return null;
  const answered =
    thread.thread.findLast(({ from, kind }) => from === 'staff' || kind === 'closed')?.entryId ?? 0;
  const check = thread.thread.find(({ entryId, kind }) => kind === 'check' && entryId > answered);
  return check ? { by: check.by, since: check.at.toISOString(), note: excerptOf(check.body, 1000) } : null;
}

/** Refuses with `no-such-organization`, `no-such-weakness`. */
export const readWeakness: Calls['deskWeakness'] = async (ctx, { orgId, weaknessId }) => {
  return inOrganization(ctx, orgId, async ({ ctx: inside, companyName, brand }) => {
    const found = await readDeskWeakness(inside, orgId, weaknessId);
    if (!found) throw new Refusal('no-such-weakness');
    const { weakness, threadId, history } = found;
    const { title, severity, asset, evidence, body } = weakness;
    return {
      data: {
        orgId,
        companyName,
        brand,
        weaknessId,
        version: weakness.version,
        status: weakness.status,
        source: weakness.source,
        reportedOn: weakness.reportedOn.toISOString(),
        statusUpdatedOn: weakness.statusUpdatedOn.toISOString(),
        fields: { title, severity, asset, evidence, body },
        threadId,
        check: openCheck(threadId === null ? null : await readDeskThread(inside, { orgId, threadId })),
        history: history.map(({ at, act, status, note, by }) => ({
          at: at.toISOString(),
          act,
          status,
          note,
          by,
        })),
      },
    };
  });
};

/** Its log tells of it by the row. Refuses with `no-such-organization`. */
export const makeWeakness: Calls['createWeakness'] = async (ctx, { orgId, fields }) => {
  return inOrganization(ctx, orgId, async ({ ctx: inside, expert }) => ({
    data: { weaknessId: await createWeakness(inside, expert, orgId, fields) },
  }));
};

/** Refuses with `no-such-organization`, `no-such-weakness`, `changed-meanwhile`. */
export const editWeakness: Calls['changeWeakness'] = async (ctx, asked) => {
  const { orgId, weaknessId, version, fields, status, note, answer } = asked;
  return inOrganization(ctx, orgId, async ({ ctx: inside, db, expert }) => {
    const before = await readDeskWeakness(inside, orgId, weaknessId);
    if (!before) throw new Refusal('no-such-weakness');
    const saving = {
      orgId,
      weaknessId,
      version,
      note,
      ...(fields ? { draft: fields } : {}),
      ...(status ? { status } : {}),
    };
    await changeWeakness(inside, expert, saving);
    const { body, evidence, title } = before.weakness;
    // the row's own entry tells of the rest
    if (fields && (JSON.stringify(fields.body) !== JSON.stringify(body) || fields.evidence !== evidence))
      await recordAct(db, {
        act: 'weakness-revised',
        subject: 'weakness',
        subjectId: weaknessId,
        subjectName: title,
      });
    if (answer && before.threadId !== null)
      await answerAsStaff(inside, expert, {
        orgId,
        threadId: before.threadId,
        body: plainToRich(note),
        close: false,
      });
    return {};
  });
};
