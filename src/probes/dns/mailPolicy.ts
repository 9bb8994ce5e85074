import type { Resolver } from './resolver.ts';
import { parseTags } from './tags.ts';

type PolicyRecord = {
  name: string;
  status: 'valid' | 'none' | 'several' | 'malformed' | 'unanswered';
  records: string[];
  problems: string[];
};

async function policyRecord(
  resolver: Resolver,
  name: string,
  version: RegExp,
): Promise<PolicyRecord & { tags: ReadonlyMap<string, string> }> {
  const answer = await resolver.query(name, 'TXT');
  const records = answer.records.filter((text) => version.test(text));
  const { tags, duplicates, broken } = parseTags(records[0] ?? '');
  const problems = [
    ...(broken.length > 0 ? ['a part of the record cannot be read'] : []),
    ...duplicates.map((tag) => `“${tag}” stands there twice`),
  ];
  const answered = answer.status === 'records' || answer.status === 'nodata' || answer.status === 'nxdomain';
  let status: PolicyRecord['status'] = 'valid';
  if (!answered) status = 'unanswered';
  else if (records.length === 0) status = 'none';
  else if (records.length > 1) status = 'several';
  else if (problems.length > 0) status = 'malformed';
  return { name, status, records, problems, tags };
}

type MtaStsRecord = PolicyRecord & {
  /** Changes with each change of the policy file. */
  id: string | null;
};

/**
 * The record that announces an MTA-STS policy (RFC 8461 3.1). The policy itself is a file to be fetched from
 * `https://mta-sts.<domain>/.well-known/mta-sts.txt`, see `parseMtaStsPolicy`. Rejects only with the abort reason.
 */
export async function inspectMtaSts(resolver: Resolver, domain: string): Promise<MtaStsRecord> {
  const { tags, ...found } = await policyRecord(resolver, `_mta-sts.${domain}`, /^v=STSv1\s*(?:;|$)/);
  const id = tags.get('id') ?? null;
  if (found.status === 'valid' && !/^[A-Za-z0-9]{1,32}$/.test(id ?? ''))
    return {
      ...found,
      status: 'malformed',
      problems: [...found.problems, 'the “id” is missing or not valid'],
      id,
    };
  return { ...found, id };
}

type MtaStsPolicy = {
  valid: boolean;
  mode: 'enforce' | 'testing' | 'none' | null;
  /** Seconds. */
  maxAge: number | null;
  /** Host names and `*.domain` patterns, lower case. */
  mx: string[];
  problems: string[];
};

/** Longest age the standard knows, seconds (RFC 8461 3.2). */
const longestAge = 31_557_600;

/** Reads the text of a policy file (RFC 8461 3.2). Never throws. */
export function parseMtaStsPolicy(text: string): MtaStsPolicy {
  const problems: string[] = [];
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.slice(0, 64 * 1024).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, name, value] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31})[ \t]{0,8}:(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) problems.push('a line cannot be read');
    else if (name === 'mx') mx.push(value.trim().toLowerCase());
    else if (!fields.has(name)) fields.set(name, value.trim());
  }
  const said = fields.get('mode');
  const mode = said === 'enforce' || said === 'testing' || said === 'none' ? said : null;
  const age = fields.get('max_age') ?? '';
  const maxAge = /^\d{1,10}$/.test(age) && Number(age) <= longestAge ? Number(age) : null;
  if (fields.get('version') !== 'STSv1') problems.push('the version is not STSv1');
  if (mode === null) problems.push('the mode is missing or unknown');
  if (maxAge === null) problems.push('the age is missing or not valid');
  if (mx.length === 0 && mode !== 'none') problems.push('no mail server is named');
  if (mx.some((pattern) => !/^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/.test(pattern)))
    problems.push('a mail server is not named validly');
  return {
    valid: problems.length === 0,
    mode,
    maxAge,
    mx: mx.slice(0, 100),
    problems: [...new Set(problems)],
  };
}

/** True when a mail server is one of those the policy names; `*.` stands for exactly one label (RFC 8461 4.1). */
export function coveredByMtaSts(policy: MtaStsPolicy, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return policy.mx.some((pattern) =>
    pattern.startsWith('*.') ? name.split('.').slice(1).join('.') === pattern.slice(2) : name === pattern,
  );
}

type TlsRptRecord = PolicyRecord & {
  reportTo: string[];
};

/** Where others report failures of encrypted delivery (RFC 8460 3). Rejects only with the resolver's abort reason. */
export async function inspectTlsRpt(resolver: Resolver, domain: string): Promise<TlsRptRecord> {
  const { tags, ...found } = await policyRecord(resolver, `_smtp._tls.${domain}`, /^v=TLSRPTv1\s*(?:;|$)/);
  const reportTo = (tags.get('rua') ?? '')
    .split(',')
    .map((uri) => uri.trim().slice(0, 512))
    .filter(Boolean);
  if (
    found.status === 'valid' &&
    (reportTo.length === 0 ||
      reportTo.some((uri) => !/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/i.test(uri)))
  )
    return {
      ...found,
      status: 'malformed',
      problems: [...found.problems, 'the addresses of “rua” are missing or not valid'],
      reportTo,
    };
  return { ...found, reportTo };
}
