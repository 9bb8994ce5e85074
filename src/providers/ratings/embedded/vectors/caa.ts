import { inspectCaa } from '#probes/dns/caa.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';

export const caa: Probe = async ({ reach, subject: { domain } }) => {
  const report = await inspectCaa(reach.resolver, domain);
  const now = reach.now();
  if (report.status === 'unanswered') return notMeasured('The DNS did not answer for the CAA records.');
  if (report.status === 'none')
    return measured([makeFinding('caa-missing', domain, 'Any authority may issue certificates.', now)]);
  const shown = report.records.map(({ tag, value }) => `${tag} "${value}"`).join(', ');
  if (report.unknownCritical.length > 0 || report.malformed.length > 0)
    return measured([makeFinding('caa-invalid', report.foundAt ?? domain, shown, now)]);
  if (!report.restricted)
    return measured([makeFinding('caa-missing', domain, `The records name no authority: ${shown}`, now)]);
  return measured([makeFinding('caa-present', report.foundAt ?? domain, shown, now)]);
};
