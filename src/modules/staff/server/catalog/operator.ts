import { oneLine } from '#platform/text.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { readDesk, saveChanges, type CatalogChange } from '#modules/catalog/server/public.ts';
import { StaffError } from '../members.ts';
import { recordStaffAct } from '../staffActs.ts';

/** What an operator does when an edit keeps staff from their desk: the file's version holds again. Throws `StaffError`. */
export async function putFileVersionBack(
  ctx: BaseCtx,
  { kind, id }: Pick<CatalogChange, 'kind' | 'id'>,
): Promise<void> {
  const named = kind === 'subscription-id' ? id.toLowerCase() : id;
  const entry = readDesk(ctx.settings)[kind].find((one) => one.id === named);
  if (!entry?.isEdited) throw new StaffError(`No one has edited the ${kind} ${oneLine(id)}.`);
  try {
    await saveChanges(
      ctx,
      'operator',
      { changes: [{ kind, id: named, seen: entry.version, value: null }] },
      (db, [changed]) =>
        recordStaffAct(
          db,
          { now: ctx.now, operator: true },
          {
            kind,
            subjectId: named,
            what: `Put back the file's version of the ${kind} ${id}`,
            before: changed!.before ?? {},
            after: changed!.after ?? {},
          },
        ),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StaffError(
      error.code === 'no-file'
        ? `The ${kind} ${oneLine(id)} was made at the desk: no file knows it.`
        : `The version of the file cannot be used: ${JSON.stringify(error.detail)}.`,
      { cause: error },
    );
  }
}
