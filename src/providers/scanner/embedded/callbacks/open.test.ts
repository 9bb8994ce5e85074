import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from './callbacks.ts';
import type { Listener } from './listener.ts';
import { openListener } from './listener.ts';
import { bridgeAddress, openCallbacks } from './open.ts';

const { signal } = new AbortController();
const ask = async (url: string) => (await fetch(url)).text();
let listener: Listener;

beforeAll(async () => {
  listener = await openListener({ host: '127.0.0.1', bind: '127.0.0.1', port: 0 });
});
afterAll(() => listener.close());

describe('the listener of one scan', () => {
  it('is opened at the address from which the target is reached', async () => {
    const opened = (await openCallbacks({ address: '127.0.0.1', port: 80, relay: null, signal }))!;
    const contacts: Contact[] = [];
    const call = opened.callbacks.issue((contact) => contacts.push(contact));
    expect(new URL(call.http).hostname).toBe(bridgeAddress() ?? '127.0.0.1');
    expect(call.dns).toBeNull();
    expect(opened.isOurs(new URL(call.http))).toBe(true);
    expect(opened.isOurs(new URL('http://127.0.0.1:1/'))).toBe(false);
    expect(await ask(call.http)).toBe(call.content);
    expect(contacts).toHaveLength(1);
    await opened.close();
    await expect(ask(call.http)).rejects.toThrow('fetch failed');
  });

  it('is not there for a target of the internet that could not reach it', async () => {
    expect(await openCallbacks({ address: '93.184.215.14', port: 80, relay: null, signal })).toBeNull();
  });

  it.each([
    ['93.184.215.20', false],
    ['192.168.7.7', true],
  ])('stands aside for a relay at %s that a private target can reach: %s', async (host, aside) => {
    const { door, leave } = listener.register(() => undefined);
    const relay = { door: { ...door, host }, connect: () => undefined };
    const opened = (await openCallbacks({ address: '127.0.0.1', port: 80, relay, signal }))!;
    expect(opened.callbacks.issue(() => undefined).http.includes(host)).toBe(aside);
    await opened.close();
    leave();
  });

  it('uses the address of the bridge to containers where there is one', () => {
    const address = (text: string) => [{ family: 'IPv4', address: text } as never];
    expect(
      bridgeAddress({ lo: address('127.0.0.1'), eth0: address('10.0.0.5'), docker0: address('172.17.0.1') }),
    ).toBe('172.17.0.1');
    expect(bridgeAddress({ lo: address('127.0.0.1'), eth0: address('10.0.0.5') })).toBeNull();
  });
});
