import { describe, expect, it } from 'vitest';
import { AddressRefused, addressKind, hostPort, isPublicAddress, resolveTarget } from './net.ts';

describe('addressKind', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1:248:1893:25c8:1946', 'public'],
    ['64:ff9b::808:808', 'public'],
    ['127.0.0.1', 'private'],
    ['127.8.9.1', 'private'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['198.18.0.1', 'private'],
    ['192.0.2.1', 'private'],
    ['240.0.0.1', 'private'],
    ['::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fec0::1', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['::ffff:8.8.8.8', 'private'],
    ['::127.0.0.1', 'private'],
    ['64:ff9b::7f00:1', 'private'],
    ['2002:7f00:1::', 'private'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'private'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['fe80::1', 'never'],
    ['fe80::1%eth0', 'never'],
    ['fd00:ec2::254', 'never'],
    ['100.100.100.200', 'never'],
    ['168.63.129.16', 'never'],
    ['224.0.0.1', 'never'],
    ['ff02::1', 'never'],
    ['255.255.255.255', 'never'],
    ['example.com', 'never'],
    ['0x7f000001', 'never'],
    ['', 'never'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
    expect(isPublicAddress(address)).toBe(kind === 'public');
  });
});

describe('resolveTarget', () => {
  const names = (answers: Record<string, string[]>) => async (host: string) => {
    const found = answers[host];
    if (!found) throw new Error('ENOTFOUND');
    return found;
  };
  const lookup = names({
    'shop.test': ['93.184.216.34'],
    'both.test': ['2606:4700::1111', '93.184.216.34'],
    'inside.test': ['10.0.0.5'],
    'rebind.test': ['93.184.216.34', '127.0.0.1'],
    'meta.test': ['169.254.169.254'],
    'empty.test': [],
  });

  it('pins the first address, IPv4 before IPv6', async () => {
    expect(await resolveTarget('both.test', 443, { lookup })).toEqual({
      host: 'both.test',
      port: 443,
      address: '93.184.216.34',
      family: 4,
      addresses: ['93.184.216.34', '2606:4700::1111'],
    });
  });

  it.each([
    ['inside.test', 'private'],
    ['rebind.test', 'private'],
    ['meta.test', 'private'],
    ['127.0.0.1', 'private'],
    ['[::1]', 'private'],
    ['missing.test', 'unresolved'],
    ['empty.test', 'unresolved'],
    ['', 'invalid'],
  ])('refuses %s as %s', async (host, code) => {
    await expect(resolveTarget(host, 80, { lookup })).rejects.toMatchObject({ name: 'AddressRefused', code });
  });

  it('opens a private address only for the listed host and port', async () => {
    const allowPrivate = ['Inside.test:8080', '[::1]:9000'];
    expect((await resolveTarget('inside.test', 8080, { lookup, allowPrivate })).address).toBe('10.0.0.5');
    expect((await resolveTarget('[::1]', 9000, { allowPrivate })).family).toBe(6);
    await expect(resolveTarget('inside.test', 8081, { lookup, allowPrivate })).rejects.toBeInstanceOf(
      AddressRefused,
    );
    expect((await resolveTarget('inside.test', 1, { lookup, allowPrivate: 'all' })).address).toBe('10.0.0.5');
  });

  it('never opens metadata or link-local addresses', async () => {
    await expect(resolveTarget('meta.test', 80, { lookup, allowPrivate: 'all' })).rejects.toMatchObject({
      code: 'private',
    });
    await expect(resolveTarget('0.0.0.0', 80, { allowPrivate: 'all' })).rejects.toMatchObject({
      code: 'private',
    });
  });

  it('spells host and port one way', () => {
    expect(hostPort('EXAMPLE.com.', 443)).toBe('example.com:443');
    expect(hostPort('::1', 80)).toBe('[::1]:80');
  });
});
