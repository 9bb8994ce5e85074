import { execFileSync } from 'node:child_process';

/** A network of servers behind a router that can lose packets without a word to either side. */
export type LossyNetwork = {
  /** Address of the servers. */
  host: string;
  /** A command that begins with this runs inside. */
  inside: readonly string[];
  /** Loses what the connections that are open now send and are sent; later ones are not affected. Returns how many these are. */
  loseOpenConnections: () => number;
  restore: () => void;
};

const run = (...[program = '', ...args]: string[]) => execFileSync(program, args, { encoding: 'utf8' });

/** What a test needs to reach a network that was made for its run. */
export type NetworkNames = { host: string; router: string; servers: string };

export function removeNetwork({ router, servers }: NetworkNames): void {
  for (const name of [router, servers])
    try {
      execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' });
    } catch {
      // was not there
    }
}

/**
 * Two namespaces, the servers' and the router's, under names and addresses that no other run has. Making and removing one changes
 * links of the whole machine, and a browser that loads a page at that moment gives up (ERR_NETWORK_CHANGED): once for a run, before
 * its browsers and after them. Throws where this machine does not let us, and leaves nothing behind then.
 */
export function makeNetwork(): NetworkNames {
  const id = process.pid.toString(36);
  // of the range for tests of devices
  const net = `198.${18 + (Math.floor(process.pid / 256) % 2)}.${process.pid % 256}`;
  const names = { host: `${net}.6`, router: `portal-router-${id}`, servers: `portal-servers-${id}` };
  removeNetwork(names);
  try {
    connect(names, net, `pa${id}`);
  } catch (error) {
    removeNetwork(names);
    throw error;
  }
  return names;
}

/** Links this machine to the router, and the router to the servers. */
function connect({ host, router, servers }: NetworkNames, net: string, link: string): void {
  const [own, toOwn, toServers] = [`${net}.1`, `${net}.2`, `${net}.5`];
  for (const name of [router, servers]) run('ip', 'netns', 'add', name);
  const inRouter = (...args: string[]) => run('ip', '-n', router, ...args);
  const inServers = (...args: string[]) => run('ip', '-n', servers, ...args);
  run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'own', 'netns', router);
  // an address that the link gives itself comes seconds later, when browsers may be at work
  run('ip', 'link', 'set', link, 'addrgenmode', 'none');
  run('ip', 'addr', 'add', `${own}/30`, 'dev', link);
  run('ip', 'link', 'set', link, 'up');
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
}

/** The network of a run, to lose packets in. */
export function lossyNetwork({ host, router, servers }: NetworkNames): LossyNetwork {
  const inRouter = (...args: string[]) => run('ip', '-n', router, ...args);
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
    restore: () => {
      while (inRouter('rule', 'list', 'pref', '100').trim() !== '') inRouter('rule', 'delete', 'pref', '100');
    },
  };
}
