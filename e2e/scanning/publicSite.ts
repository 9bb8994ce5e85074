import childProcess, { type ForkOptions } from 'node:child_process';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Loaded into the portal before all else (`--import`): one name of the internet is a website on this machine, so that a
 * journey has a website that nobody vouches for. Names have no other records here, and nothing leaves the machine.
 */
export const publicName = 'shop.harbor-lamps.com';
/** Belongs to the public internet, but is routed nowhere. */
const address = '7.7.7.7';

if (process.env.JOURNEY_PUBLIC_SITE === 'on') {
  const { lookup } = dnsPromises;
  const answer = (name: string, ...more: unknown[]) =>
    name === publicName
      ? Promise.resolve([{ address, family: 4 }])
      : (lookup as (...given: unknown[]) => unknown)(name, ...more);
  Object.assign(dnsPromises, { lookup: answer });
  Object.assign(dns, { getServers: () => [] });
  syncBuiltinESMExports();

  // a scan is a process of its own and gets nothing of the portal's environment; it knows the name as well
  const { fork } = childProcess;
  const known = { JOURNEY_PUBLIC_SITE: 'on', NODE_OPTIONS: `--import=${import.meta.filename}` };
  Object.assign(childProcess, {
    fork: (file: string, ...given: [ForkOptions] | [string[], ForkOptions]) => {
      const options = given.at(-1) as ForkOptions;
      const confined = options.execArgv?.some((flag) => flag.startsWith('--allow-fs-read'));
      const execArgv = [
        ...(options.execArgv ?? []),
        ...(confined ? [`--allow-fs-read=${import.meta.filename}`] : []),
      ];
      return fork(file, Array.isArray(given[0]) ? given[0] : [], {
        ...options,
        execArgv,
        env: { ...options.env, ...known },
      });
    },
  });
  syncBuiltinESMExports();

  const connect = net.Socket.prototype.connect as (this: net.Socket, ...given: unknown[]) => net.Socket;
  // what `net.connect` hands over is a list with the options in front
  const led = (given: unknown): unknown => {
    if (Array.isArray(given)) return Object.assign(given, { 0: led(given[0]) });
    const options = given as net.TcpNetConnectOpts | null;
    return options?.host === address ? { ...options, host: '127.0.0.1' } : given;
  };
  net.Socket.prototype.connect = function (this: net.Socket, first: unknown, ...rest: unknown[]) {
    return connect.call(this, led(first), ...rest);
  } as typeof net.Socket.prototype.connect;
}
