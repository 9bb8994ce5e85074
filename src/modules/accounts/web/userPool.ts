import { readBoot } from '#platform/web/boot.ts';
import type { PoolClient } from './cognitoClient.ts';

let opened: Promise<PoolClient> | undefined;

/** The user pool of this portal. Its client's code loads on first use, so that it does not weigh on the first paint. */
export function userPool(): Promise<PoolClient> {
  opened ??= import('./cognitoClient.ts').then(
    ({ openPool }) => openPool(readBoot().config.userPool),
    (error: unknown) => {
      opened = undefined;
      throw error;
    },
  );
  return opened;
}

/** Begins to load the client because a form of it is being filled in. */
export const warmUserPool = (): void => {
  userPool().catch(() => {});
};
