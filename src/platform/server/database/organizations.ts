import type { BaseCtx, OrgScope } from '../ctx.ts';

const atOnce = 500;

type OfOrganization = string | { orgId: string };
/** The first rows after an organization's id, in the order of the ids. */
type Select<Row extends OfOrganization> = (after: string, atMost: number) => Promise<Row[]>;

const idOf = (row: OfOrganization): string => (typeof row === 'string' ? row : row.orgId);

/** Rows of organizations, one for each, read a page at a time. */
export async function* organizations<Row extends OfOrganization>(select: Select<Row>): AsyncGenerator<Row> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await select(after, atOnce);
    yield* rows;
    if (rows.length < atOnce) return;
    after = idOf(rows.at(-1)!);
  }
}

/**
 * Works for organizations one after the other, each in transactions of its own. The failure of one does not stop the others;
 * its work is done on the next run.
 * @param failed the text of the log entry
 */
export async function eachOrganization<Row extends OfOrganization>(
  base: BaseCtx,
  failed: string,
  select: Select<Row>,
  work: (scope: OrgScope, row: Row) => Promise<void>,
): Promise<void> {
  for await (const row of organizations(select)) {
    const orgId = idOf(row);
    await work(base.forOrg(orgId), row).catch((error: unknown) =>
      base.log.error({ err: error, orgId }, failed),
    );
  }
}
