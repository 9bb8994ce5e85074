import type { TestProject } from 'vitest/node';
import { makeNetwork, removeNetwork, type NetworkNames } from '../checks/servers/network.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases of journeys may run; null where this machine does not let us make one. */
    network: NetworkNames | null;
  }
}

/** Makes the network before any journey has a browser, and removes it after the last one. */
export function setup({ provide }: TestProject): (() => void) | undefined {
  try {
    const names = makeNetwork();
    provide('network', names);
    return () => removeNetwork(names);
  } catch (error) {
    process.stderr.write(
      `Connections that fall silent are not tested: ${(error as Error).message.trim().split('\n').at(-1)}\n`,
    );
    provide('network', null);
    return undefined;
  }
}
