import { AddressRefused, resolveTarget, type AddressLookup, type AllowPrivate } from '#probes/net.ts';
import type { ScanPermission } from '../port.ts';

const lookupMs = 5000;

/** Whether a scan of an address would be carried out. Only the DNS is asked, for five seconds at most. */
export async function mayScan(
  url: string,
  options: { allowPrivate?: AllowPrivate | undefined; lookup?: AddressLookup | undefined },
): Promise<ScanPermission> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return {
      allowed: false,
      code: 'restricted',
      reason: 'Only addresses that begin with https:// or http:// can be scanned.',
    };
  const { hostname, port, protocol } = new URL(url);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new AddressRefused('unresolved', `The name ${hostname} could not be looked up in time.`)),
      lookupMs,
    );
  });
  try {
    await Promise.race([
      resolveTarget(hostname, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), {
        ...(options.allowPrivate === undefined ? {} : { allowPrivate: options.allowPrivate }),
        ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
      }),
      late,
    ]);
    return { allowed: true };
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return {
      allowed: false,
      code: error.code === 'unresolved' ? 'unresolved' : 'restricted',
      reason: error.message,
    };
  } finally {
    clearTimeout(timer);
  }
}
