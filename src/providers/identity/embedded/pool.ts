import type { GlobalDb } from '#platform/server/database/database.ts';
import type { Logger } from '#platform/server/log/log.ts';
import { hashCode, type Secrets } from '#platform/server/secrets/secrets.ts';
import type { AdmitSignUp, CodeDelivery, GuessableWords, IdentityEvents, RequestOrigin } from '../port.ts';
import type { SigningKeys } from './tokens/signingKeys.ts';
import type { Hasher } from './passwords.ts';
import type { RequestLimits } from './requestLimits.ts';

/** Queues the mail with a code on the transaction that stores the code: both commit or neither does. */
type DeliverCode = (db: GlobalDb, delivery: CodeDelivery) => Promise<void>;
/** Told, on the transaction that ended a person's tokens, that they are signed out on all devices. */
type OnSignedOutEverywhere = (cognitoId: string, db: GlobalDb) => Promise<void>;

/** Asked, on the transaction of a reset by code, whether the person's authenticator app must go: the portal knows what it protects. */
type EndsFactorOnReset = (cognitoId: string, db: GlobalDb) => Promise<boolean>;

/** What every action of the pool leans on. */
export type Pool = {
  db: GlobalDb;
  secrets: Secrets;
  now: () => Date;
  log: Logger;
  poolId: string;
  clientId: string;
  issuer: string;
  allowedOrigins: readonly string[];
  /** Answers never tell whether an address has an account, but for sign-up. */
  hideUsers: boolean;
  /** Answers about codes take at least so long, whether or not a mail was queued. */
  answerFloorMs: number;
  hasher: Hasher;
  keys: SigningKeys;
  limits: RequestLimits | null;
  deliverCode: DeliverCode;
  onSignedOutEverywhere: OnSignedOutEverywhere;
  endsFactorOnReset: EndsFactorOnReset | null;
  /** Asked before an account is made, as Cognito asks a pre-sign-up trigger; absent: everybody may. */
  admitSignUp: AdmitSignUp | null;
  events: IdentityEvents;
  guessableWords: GuessableWords;
};

/** Whose request it is. */
export type Caller = {
  ip: string;
  host?: string;
  userAgent?: string;
  /** The token of the browser's device cookie. */
  device?: string;
  /** Under what the tries of a device are counted that has signed this very account in before; absent for any other. */
  deviceKey?: string;
};

export const originOf = ({ ip, userAgent = '' }: Caller): RequestOrigin => ({ ip, userAgent });

/** Under what tries are counted: strangers all together, so that many networks buy no more; a known device by itself, so that they cannot lock it out. */
export const attemptsOf = (nameHash: string, { deviceKey }: Caller): string => deviceKey ?? nameHash;

export const seconds = (from: Date, count: number): Date => new Date(from.getTime() + count * 1000);

/** The part of the pool id that goes into SRP. */
export const poolName = (pool: Pick<Pool, 'poolId'>): string =>
  pool.poolId.slice(pool.poolId.indexOf('_') + 1);

/** Names are e-mail addresses, whatever their case. */
export const canonicalName = (name: string): string => name.trim().toLowerCase();

/** A name as it is written where it must be counted but not known. */
export const hashName = (pool: Pick<Pool, 'secrets'>, name: string): string =>
  hashCode(pool.secrets.lasting('user-pool-name'), name);

/** Where the portal serves the pool. */
export const poolPath = '/user-pool';
