import { readBoot } from '#platform/web/boot.ts';
import type { PoolClient, PoolFacts } from './cognitoClient.ts';

let opened: { facts: PoolFacts; client: Promise<PoolClient> } | undefined;

/** The user pool of this portal. Its client's code loads on first use, so that it does not weigh on the first paint. */
export function userPool(): Promise<PoolClient> {
  const facts = readBoot().config.userPool;
  if (opened?.facts !== facts) {
    const client = import('./cognitoClient.ts').then(({ openPool }) => openPool(facts));
    opened = { facts, client };
    // what did not load is tried again at the next use
    client.catch(() => (opened = undefined));
  }
  return opened!.client;
}

/** Begins to load the client because a form of it is being filled in. */
export const warmUserPool = (): void => {
  userPool().catch(() => {});
};
