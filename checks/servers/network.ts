import { execFileSync } from 'node:child_process';
import { isRoot, requireProgram } from './debian.ts';

/** A network of servers behind a router that can lose packets without a word to either side. */
export type LossyNetwork = {
  /** Address of the servers. */
  host: string;
  /** A command that begins with this runs inside. */
  inside: readonly string[];
  /** Loses what the connections that are open now send and are sent; later ones are not affected. Returns how many these are. */
  loseOpenConnections: () => number;
  loseEverything: () => void;
  restore: () => void;
  remove: () => void;
};

/**
 * Network namespaces need root. Their links show on the whole machine, and a browser that loads a page at that moment gives up
 * (ERR_NETWORK_CHANGED): they are made only where no journeys run beside.
 */
export const canLosePackets = isRoot && process.env.LOSE_PACKETS === 'on';

const run = (...[program = '', ...args]: string[]) => execFileSync(program, args, { encoding: 'utf8' });

/** Two namespaces, the servers' and the router's, under names and addresses that no other run has. */
export function openLossyNetwork(): LossyNetwork {
  requireProgram('ip', 'iproute2');
  const id = process.pid.toString(36);
  const [router, servers] = [`portal-router-${id}`, `portal-servers-${id}`];
  // of the range for tests of devices
  const net = `198.${18 + (Math.floor(process.pid / 256) % 2)}.${process.pid % 256}`;
  const [own, toOwn, toServers, host] = [`${net}.1`, `${net}.2`, `${net}.5`, `${net}.6`];
  const remove = () => {
    for (const name of [router, servers])
      try {
        execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' });
      } catch {
        // was not there
      }
  };
  remove();
  for (const name of [router, servers]) run('ip', 'netns', 'add', name);
  const inRouter = (...args: string[]) => run('ip', '-n', router, ...args);
  const inServers = (...args: string[]) => run('ip', '-n', servers, ...args);
  run('ip', 'link', 'add', `pa${id}`, 'type', 'veth', 'peer', 'name', 'own', 'netns', router);
  run('ip', 'addr', 'add', `${own}/30`, 'dev', `pa${id}`);
  run('ip', 'link', 'set', `pa${id}`, 'up');
  inRouter('link', 'add', 'servers', 'type', 'veth', 'peer', 'name', 'net', 'netns', servers);
  for (const [name, address] of [
    ['own', toOwn],
    ['servers', toServers],
  ] as const) {
    inRouter('addr', 'add', `${address}/30`, 'dev', name);
    inRouter('link', 'set', name, 'up');
  }
  run('ip', 'netns', 'exec', router, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
  inServers('addr', 'add', `${host}/30`, 'dev', 'net');
  for (const name of ['net', 'lo']) inServers('link', 'set', name, 'up');
  inServers('route', 'add', 'default', 'via', toServers);
  run('ip', 'route', 'add', `${net}.4/30`, 'via', toOwn);
  const lose = (...which: string[]) => inRouter('rule', 'add', 'pref', '100', ...which, 'blackhole');
  return {
    host,
    inside: ['ip', 'netns', 'exec', servers],
    loseOpenConnections: () => {
      const ports = run('ss', '-Htn', 'dst', host)
        .split('\n')
        .map((line) => /:(\d+)\s+\S+:\d+\s*$/.exec(line)?.[1])
        .filter((port) => port !== undefined);
      for (const port of ports) for (const side of ['sport', 'dport']) lose('ipproto', 'tcp', side, port);
      return ports.length;
    },
    loseEverything: () => {
      for (const side of ['from', 'to']) lose(side, host);
    },
    restore: () => {
      while (inRouter('rule', 'list', 'pref', '100').trim() !== '') inRouter('rule', 'delete', 'pref', '100');
    },
    remove,
  };
}
