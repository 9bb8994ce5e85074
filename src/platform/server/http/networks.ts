import { BlockList, isIP, isIPv6 } from 'node:net';

/** What TRUST_PROXY means to the server; null when it means nothing. */
export function trustedProxies(text: string): boolean | number | string[] | null {
  if (text === '') return false;
  if (text === 'true') return true;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const list = text.split(',').map((entry) => entry.trim());
  const isNetwork = (entry: string) => {
    const [address = '', bits, ...more] = entry.split('/');
    const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
    return (
      more.length === 0 &&
      most > 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    );
  };
  return list.every((entry) => ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry))
    ? list
    : null;
}

const isInside = (ip: string): boolean => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]!;
  const kind = isIP(plain);
  return kind !== 0 && insideNetworks.check(plain, kind === 6 ? 'ipv6' : 'ipv4');
};

/** An address that only a program on this machine can have. */
export const isLoopback = (ip: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(ip);

/**
 * TRUST_PROXY as the framework takes it, which itself answers a number by trusting nobody: whoever reached the server
 * directly could bring as many hops as are counted. So a count holds where the nearest proxy has an inside address.
 */
export const proxyTrust = (
  setting: boolean | number | string[],
): boolean | string[] | ((address: string, hop: number) => boolean) =>
  typeof setting === 'number' ? (address, hop) => hop < setting && (hop > 0 || isInside(address)) : setting;

const insideNetworks = new BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  insideNetworks.addSubnet(address, bits);
for (const [address, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  insideNetworks.addSubnet(address, bits, 'ipv6');

/** True for an address that only this machine or an inside network can mean: no name of the public internet. */
export function isInsideAddress(webAddress: string): boolean {
  const host = new URL(webAddress).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isInside(host);
  return (
    !host.includes('.') ||
    /\.(localhost|local|test|example|invalid|internal|intranet|lan|home\.arpa)$/.test(host)
  );
}

/** The part of an address that one customer of a network has: of IPv6 the first 64 bits, since the rest is theirs to choose. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]!.toLowerCase().split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const whole =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
