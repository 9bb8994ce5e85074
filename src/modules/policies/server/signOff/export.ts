import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { pacificDay } from '#platform/days.ts';
import type { BodyOf } from '#platform/endpoint.ts';
import { shownTime } from '#platform/dates.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { oneLine } from '#platform/text.ts';
import type { signOffContract } from '../../signOffContract.ts';
import { selectSignaturePage, selectWaiting, type SignatureRow } from './export.store.ts';
import { signOffInPlan } from './requests.ts';
import { selectCompanyName } from './requests.store.ts';

const pageRows = 1000;

const columns = [
  'Policy',
  'Version',
  'Status',
  'Name',
  'Email',
  'Name as typed',
  'Signed (Pacific)',
  'Signed (UTC)',
  'Left the team (Pacific)',
  'Address',
  'Browser',
  'Fingerprint of the text (SHA-256)',
];

const signedRow = (row: SignatureRow): string[] => [
  row.policyName,
  String(row.version),
  'Signed',
  row.personName,
  row.personEmail,
  row.typedName,
  shownTime(row.signedAt),
  row.signedAt.toISOString(),
  row.leftAt ? shownTime(row.leftAt) : '',
  row.ip,
  row.userAgent,
  row.textHash,
];

/** Reads page by page, so that a long record never stands in memory as a whole; whoever still owes comes last. */
async function* rowsOf(ctx: OrgScope, policyId: string | null): AsyncGenerator<string[]> {
  for (let after = 0; ;) {
    const from = after;
    const page = await ctx.inOrg((db) => selectSignaturePage(db, policyId, from, pageRows));
    for (const row of page) yield signedRow(row);
    if (page.length < pageRows) break;
    after = page.at(-1)!.id;
  }
  for (const { policyName, version, name, email } of await ctx.inOrg((db) => selectWaiting(db, policyId)))
    yield [policyName, String(version), 'Waiting', name, email, '', '', '', '', '', '', ''];
}

/**
 * Every signature, of leavers too, and every one that is waiting, as CSV with a mark that lets spreadsheets read it as UTF-8.
 * Cells that a spreadsheet would take for a formula begin with an apostrophe. That it was taken stands in the log.
 */
export async function exportSignatures(
  ctx: OrgScope,
  { policyType }: BodyOf<typeof signOffContract.exportSignatures>,
): Promise<FileReply> {
  if (!(await signOffInPlan(ctx))) throw new Refusal('sign-off-not-in-plan');
  const companyName = await ctx.inOrg(async (db) => {
    await recordAct(db, {
      act: 'signatures-exported',
      subject: 'policy_signature',
      ...(policyType ? { after: { policy: policyType } } : {}),
    });
    return selectCompanyName(db);
  });
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  pipeline(Readable.from(rowsOf(ctx, policyType ?? null)), csv, (error) => {
    // whoever stops a download ends it here too
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      ctx.log.error({ err: error }, 'export of signatures');
  });
  const company = [...oneLine(companyName.replaceAll(/[/\\:*?"<>|]+/g, ' '))].slice(0, 80).join('');
  return {
    bytes: csv,
    type: 'text/csv; charset=utf-8',
    name: `${company} signatures ${pacificDay(ctx.now())}.csv`.trim(),
  };
}
