import type { MeasuredVector } from '../../port.ts';
import type { VectorId } from '../../vectors.ts';
import { notMeasured } from '../finding.ts';
import { TooSlow, within } from '../limits.ts';
import type { Look, Probe } from './look.ts';
import { webHosts } from './site.ts';
import { applicationSecurity } from '../vectors/applicationSecurity.ts';
import { caa } from '../vectors/caa.ts';
import { dataBreaches } from '../vectors/dataBreaches.ts';
import { dkim } from '../vectors/dkim.ts';
import { dmarc } from '../vectors/dmarc.ts';
import { dnssec } from '../vectors/dnssec.ts';
import { exposedCredentials } from '../vectors/exposedCredentials.ts';
import { insecureSystems } from '../vectors/insecureSystems.ts';
import { mailTransport } from '../vectors/mailTransport.ts';
import { openPorts } from '../vectors/openPorts.ts';
import { securityTxt } from '../vectors/securityTxt.ts';
import { serverSoftware } from '../vectors/serverSoftware.ts';
import { spf } from '../vectors/spf.ts';
import { sslCertificates } from '../vectors/sslCertificates.ts';
import { sslConfigurations } from '../vectors/sslConfigurations.ts';

/** What a probe builds on; its own time begins when that is there. */
export type Needs = 'site' | 'mail' | 'tls';

export type VectorProbe = { id: VectorId; activity: string; needs: readonly Needs[]; run: Probe };

const inside: Probe = async () => notMeasured('It cannot be observed from outside.');

/** One probe a vector; those of the report feed are looked up together, and patching follows from the past. */
export const vectorProbes: readonly VectorProbe[] = [
  { id: 'spf', activity: 'Reading the SPF record', needs: [], run: spf },
  { id: 'dkim', activity: 'Looking for DKIM keys', needs: [], run: dkim },
  { id: 'dmarc', activity: 'Reading the DMARC record', needs: [], run: dmarc },
  { id: 'ssl_certificates', activity: 'Checking certificates', needs: ['site', 'tls'], run: sslCertificates },
  {
    id: 'ssl_configurations',
    activity: 'Trying versions of encryption',
    needs: ['site', 'tls', 'mail'],
    run: sslConfigurations,
  },
  { id: 'open_ports', activity: 'Looking at open ports', needs: [], run: openPorts },
  { id: 'application_security', activity: 'Reading the website', needs: ['site'], run: applicationSecurity },
  {
    id: 'insecure_systems',
    activity: 'Looking for unfinished systems',
    needs: ['site'],
    run: insecureSystems,
  },
  { id: 'server_software', activity: 'Reading server versions', needs: ['site'], run: serverSoftware },
  { id: 'desktop_software', activity: '', needs: [], run: inside },
  { id: 'mobile_software', activity: '', needs: [], run: inside },
  { id: 'dnssec', activity: 'Checking DNSSEC', needs: [], run: dnssec },
  { id: 'caa', activity: 'Reading the CAA records', needs: [], run: caa },
  { id: 'mta_sts_tls_rpt', activity: 'Reading the mail transport policy', needs: [], run: mailTransport },
  { id: 'security_txt', activity: 'Looking for security.txt', needs: ['site'], run: securityTxt },
  { id: 'exposed_credentials', activity: '', needs: [], run: exposedCredentials },
  { id: 'data_breaches', activity: 'Looking up breaches', needs: [], run: dataBreaches },
];

/** Waits for what a probe builds on, then gives it its own time. What goes wrong becomes a note, never an error. */
export async function runProbe(look: Look, { needs, run }: VectorProbe): Promise<MeasuredVector> {
  const { signal, limits } = look.reach;
  try {
    if (needs.includes('site')) {
      const site = await look.site();
      if (needs.includes('tls')) await Promise.all(webHosts(site).map(look.tls));
    }
    if (needs.includes('mail')) await look.mail();
    return await within(limits.probeMs, signal, () => run(look));
  } catch (error) {
    if (signal.aborted) throw error;
    return notMeasured(
      error instanceof TooSlow ? error.message : 'It could not be measured because of an error of ours.',
    );
  }
}
