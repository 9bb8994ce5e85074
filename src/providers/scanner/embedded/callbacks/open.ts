import dgram from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { addressKind } from '#probes/net.ts';
import type { Callbacks } from './callbacks.ts';
import { makeCallbacks, urlHost } from './issued.ts';
import { openListener, type Door, type Hear } from './listener.ts';

/** A listener that somebody else holds open, in this process or in the one that started it. */
export type Relay = {
  door: Door;
  connect: (hear: Hear) => void;
};

export type OpenedCallbacks = {
  callbacks: Callbacks;
  /** True for addresses of the listener: the scan itself never asks there. */
  isOurs: (url: URL) => boolean;
  close: () => Promise<void>;
};

function localAddressTowards(address: string, port: number): Promise<string> {
  const socket = dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise<string>((resolve, reject) => {
    socket.once('error', reject).connect(port, address, () => resolve(socket.address().address));
  }).finally(() => socket.close());
}

const bridges = /^(docker|podman|cni|lxcbr|lxdbr|incusbr|virbr|br-)/;

/**
 * A website on this machine may live in a container whose port is passed through; from there 127.0.0.1 is the container
 * itself. The machine's address on the bridge is reached from inside and from every other program here.
 */
export function bridgeAddress(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | null {
  for (const [name, addresses] of Object.entries(interfaces))
    if (bridges.test(name)) for (const one of addresses ?? []) if (one.family === 'IPv4') return one.address;
  return null;
}

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

export async function openCallbacks(input: {
  address: string;
  port: number;
  relay: Relay | null;
  signal: AbortSignal;
}): Promise<OpenedCallbacks | null> {
  const { address, port, relay, signal } = input;
  const isPublic = addressKind(address) === 'public';
  if (relay && (isPublic || addressKind(relay.door.host) === 'private')) {
    const { callbacks, hear } = makeCallbacks(relay.door, { signal });
    relay.connect(hear);
    return { callbacks, isOurs: leadsTo(relay.door), close: () => Promise.resolve() };
  }
  if (isPublic) return null;
  const towards = await localAddressTowards(address, port);
  const host = (isLoopback(towards) ? bridgeAddress() : null) ?? towards;
  const listener = await openListener({ host, bind: host, port: 0 });
  let told: Hear = () => undefined;
  const { door } = listener.register((token, contact) => told(token, contact));
  const { callbacks, hear } = makeCallbacks(door, { signal });
  told = hear;
  return { callbacks, isOurs: leadsTo(door), close: listener.close };
}

const leadsTo =
  ({ host, port, zone }: Door) =>
  (url: URL): boolean => {
    const name = url.hostname.replace(/\.$/, '');
    const byName = zone !== null && (name === zone || name.endsWith(`.${zone}`));
    return byName || (name === urlHost(host).toLowerCase() && Number(url.port || 80) === port);
  };
