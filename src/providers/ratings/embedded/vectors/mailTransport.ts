import { coveredByMtaSts, inspectMtaSts, inspectTlsRpt, parseMtaStsPolicy } from '#probes/dns/mailPolicy.ts';
import { bodyText, HttpFailure } from '#probes/http/answer.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Look, Probe } from '../look/look.ts';
import { mailHosts } from '../look/mailServers.ts';

/** Why the policy file does not work, or its text. */
async function fetchPolicy({
  reach,
  tls,
  subject: { domain },
}: Look): Promise<{ text: string } | { problem: string }> {
  const host = `mta-sts.${domain}`;
  try {
    const answer = await reach.http.ask(`https://${host}/.well-known/mta-sts.txt`, {
      maxBytes: 64 * 1024,
      cookies: false,
    });
    // No redirect may be followed, and the certificate must be valid (RFC 8461 3.3).
    if (answer.status !== 200) return { problem: `The policy file answers ${answer.status}.` };
    const certificate = (await tls(host))?.certificate;
    if (certificate && !(certificate.trusted && certificate.nameMatches && certificate.daysLeft >= 0))
      return { problem: `The certificate of ${host} is not valid.` };
    return { text: bodyText(answer) };
  } catch (error) {
    if (error instanceof HttpFailure)
      return { problem: `The policy file cannot be fetched. ${error.message}` };
    throw error;
  }
}

/** MTA-STS and TLS-RPT: whether others must encrypt mail to the company, and tell when they cannot. */
export const mailTransport: Probe = async (look) => {
  const { reach, subject } = look;
  const { domain } = subject;
  const [hosts, record, reports] = await Promise.all([
    mailHosts(reach, domain),
    inspectMtaSts(reach.resolver, domain),
    inspectTlsRpt(reach.resolver, domain),
  ]);
  const now = reach.now();
  if (hosts === null || hosts.length === 0) return notMeasured('The domain takes no mail.');
  if (record.status === 'unanswered') return notMeasured('The DNS did not answer for the MTA-STS record.');
  if (record.status === 'none')
    return measured([makeFinding('mta-sts-missing', domain, `There is no ${record.name}.`, now)]);
  const broken = (why: string) => measured([makeFinding('mta-sts-broken', record.name, why, now)]);
  if (record.status !== 'valid') return broken(record.problems[0] ?? 'There are several records.');
  const fetched = await fetchPolicy(look);
  if ('problem' in fetched) return broken(fetched.problem);
  const policy = parseMtaStsPolicy(fetched.text);
  if (!policy.valid) return broken(policy.problems.join('; '));
  const stranger = hosts.find((host) => !coveredByMtaSts(policy, host));
  if (policy.mode !== 'none' && stranger !== undefined)
    return broken(`The policy does not name the mail server ${stranger}.`);
  const findings = [];
  if (policy.mode !== 'enforce')
    findings.push(makeFinding('mta-sts-testing', domain, `mode: ${policy.mode}`, now));
  if (reports.status !== 'valid')
    findings.push(makeFinding('tls-rpt-missing', reports.name, `The record is ${reports.status}.`, now));
  if (findings.length === 0)
    findings.push(makeFinding('mta-sts-enforced', domain, `mode: enforce; ${reports.records[0] ?? ''}`, now));
  return measured(findings);
};
