import { shownTime } from '#platform/dates.ts';
import { columnsLeftOut } from './leftOut.ts';
import { tableWords } from './tables.ts';

export type WrittenTable = { name: string; rows: number };

type Facts = {
  companyName: string;
  brandName: string;
  madeAt: Date;
  tables: readonly WrittenTable[];
  files: number;
};

const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** What somebody reads who opens the ZIP and knows nothing of the portal. */
export function readmeText({ companyName, brandName, madeAt, tables, files }: Facts): string {
  const full = tables.filter(({ rows }) => rows > 0);
  const empty = tables.filter(({ rows }) => rows === 0);
  const width = Math.max(...tables.map(({ name }) => name.length), 0) + 6;
  const line = ({ name, rows }: WrittenTable) =>
    `  ${`${name}.json`.padEnd(width)}${tableWords[name] ?? name.replaceAll('_', ' ')} (${counted(rows, 'entry', 'entries')})`;
  return `${companyName}: everything that ${brandName} keeps
Made ${shownTime(madeAt)}

WHAT IS IN HERE

data/    One file for each kind of record, in JSON: a list with one record on each line.
         Spreadsheets and databases can import these files.
files/   ${counted(files, 'file', 'files')} as ${files === 1 ? 'it was' : 'they were'} stored: evidence packs, reports, and courses.

Times are in UTC. Ids tie records together: website_id in scan.json is the id in website.json.
org_id is the id of your organization. Records were read one kind after another, so what changed
while the export was made may be in one file and not yet in another.

DATA

${full.map(line).join('\n')}

No entries: ${empty.map(({ name }) => name).join(', ') || 'none'}.

WHAT IS LEFT OUT

Passwords, recovery codes, and authenticator apps belong to the people, not to the organization, and
are stored as hashes or encrypted. Links that open something, sign-ins stored for website scans, and
keyed hashes are left out as well: ${Object.entries(columnsLeftOut)
    .flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
    .join(', ')}.
Invoices are at the billing provider: open My Plan to download them.

KEEP THIS FILE SAFE

It lists the weak spots of your websites and personal data of your team. Store it encrypted, share it
with as few people as possible, and delete it when you no longer need it.
`;
}
