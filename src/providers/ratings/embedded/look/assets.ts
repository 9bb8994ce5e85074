import { AddressRefused } from '#probes/net.ts';
import type { RatedAsset } from '../../port.ts';
import type { Look } from './look.ts';
import { mailHosts } from './mailServers.ts';
import { webHosts } from './site.ts';

/** What was looked at, and why it counts as the company's. */
export async function assetsOf({ subject, reach, site: visit }: Look): Promise<RatedAsset[]> {
  const { domain, host } = subject;
  const assets: RatedAsset[] = [
    { asset: domain, kind: 'domain', because: 'It is the domain of the company’s website.' },
  ];
  const site = await visit();
  const web = webHosts(site);
  for (const name of web) {
    const because =
      name === host
        ? 'It is the address that the company named.'
        : `It is a website of ${domain}${subject.hosts.includes(name) ? '' : ', to which the company’s address leads'}.`;
    assets.push({ asset: name, kind: 'website', because });
  }
  const mail = (await mailHosts(reach, domain)) ?? [];
  for (const name of mail)
    assets.push({ asset: name, kind: 'mail-server', because: `It takes the mail of ${domain} (MX record).` });
  for (const name of new Set([...web, ...mail])) {
    const addresses = await reach.addresses(name).catch((error: unknown) => {
      if (error instanceof AddressRefused) return [];
      throw error;
    });
    for (const address of addresses)
      if (!assets.some(({ asset }) => asset === address))
        assets.push({ asset: address, kind: 'address', because: `${name} leads to it.` });
  }
  return assets;
}
