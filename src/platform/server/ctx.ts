import { sql, type RawBuilder } from 'kysely';
import type { Actor } from './audit.ts';
import type { Database, GlobalDb, OrgDb, ReadValues } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log/log.ts';
import { rememberNothing, type ChangeChannel, type Remember } from './memory/memory.ts';
import type { Providers } from './providers.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Session, SupportEnd } from './session.ts';
import type { Settings } from './settings/settings.ts';
import type { Upload } from './http/uploads.ts';

/** What any use case may lean on, in a request or in a job. */
export type BaseCtx = {
  now: () => Date;
  log: Logger;
  settings: Settings;
  secrets: Secrets;
  providers: Providers;
  jobs: Jobs;
  /** Answers that hold until a row changes, without asking the database again. */
  remember: Remember;
  /** Forgets at once what this very program changed; others hear of it by notice. */
  forget: (channel: ChangeChannel, key: string) => void;
  /** The number under which other programs see that this one lives, or null. */
  aliveAs: () => number | null;
  /** Rows outside organisations; tenant rows are invisible through it. */
  global: GlobalDb;
  /** The context inside an organisation; what changes there is written down as this actor's, or as the portal's own. */
  forOrg: (orgId: string, actor?: Omit<Actor, 'at'>) => OrgScope;
};

/** The same, inside one organisation. */
export type OrgScope = BaseCtx & {
  orgId: string;
  /** One transaction as this organisation. No network call inside; slow work is a job. */
  inOrg: <T>(work: (db: OrgDb) => Promise<T>) => Promise<T>;
  /** Scalar queries as this organisation in one statement and one round trip, for small reads that many requests need. */
  readValues: <Name extends string>(
    values: Record<Name, RawBuilder<unknown>>,
  ) => Promise<Record<Name, unknown>>;
};

/** Whose browser asks. `host` and `origin` are as the request names them: they choose what is shown, never whom to trust. */
export type Client = {
  ip: string;
  userAgent: string;
  host: string;
  origin: string;
  /** The header of that name, for calls of machines that bring a name and password of their own. */
  authorization: string;
};

/** A request of anyone. */
export type PublicCtx = BaseCtx & {
  requestId: string;
  client: Client;
  session: Session | null;
  /** The file that came with a call that takes one. */
  upload: Upload | null;
  /** Begins a session and sets its cookie on the answer. */
  beginSession: (start: {
    cognitoId: string;
    email: string;
    orgId: string | null;
    newUser: boolean;
    strong?: boolean;
    staff?: Session['staff'];
    refreshToken?: string;
    signInId?: string;
  }) => Promise<Session>;
  /**
   * Puts a session that a transaction made in the place of this request's own, which the same transaction removed.
   * @param sealedRefreshToken what the removed one held, to be revoked
   */
  replaceSession: (
    made: { token: string; session: Session },
    sealedRefreshToken: string | null,
  ) => Promise<void>;
  /** Ends the session of this request, if any, and removes its cookie; a support session's log says `how`, or signed out. */
  endSession: (how?: SupportEnd) => Promise<void>;
};
export type SessionCtx = PublicCtx & { session: Session };
/** A request of a member of staff who acts for nobody, after a second factor. */
export type StaffCtx = SessionCtx & { staff: { id: string; name: string } };
export type OrgCtx = SessionCtx & OrgScope;

type Scopes = { inOrg: Database['inOrg']; readValues: ReadValues };

export const orgScope = (
  base: BaseCtx,
  scopes: Scopes,
  orgId: string,
  actor?: Omit<Actor, 'at'>,
): OrgScope => ({
  ...base,
  forOrg: (other, as = actor) => orgScope(base, scopes, other, as),
  orgId,
  inOrg: (work) => scopes.inOrg(orgId, work, { ...actor, at: base.now() }),
  readValues: (values) => scopes.readValues(orgId, values),
});

/** The same values in a transaction of `inOrg`, for programs whose reads belong to one that is open. */
const readValuesIn =
  (inOrg: Database['inOrg']): ReadValues =>
  (orgId, values) =>
    inOrg(orgId, async (db) => {
      const list = Object.entries<RawBuilder<unknown>>(values).map(
        ([name, value]) => sql`${value} as ${sql.ref(name)}`,
      );
      const { rows } = await sql<Record<string, unknown>>`select ${sql.join(list)}`.execute(db);
      return rows[0] as never;
    });

type Parts = Omit<BaseCtx, 'forOrg' | 'global' | 'remember' | 'forget' | 'aliveAs'> & {
  database: { global: GlobalDb; inOrg: Database['inOrg']; readValues?: ReadValues };
  /** Left out where no change notices are heard. */
  memory?: {
    remember: Remember;
    forget: (channel: ChangeChannel, key: string) => void;
    aliveAs: () => number | null;
  };
};

/** Builds the part of a context that lives as long as the program. */
export function baseCtx({ database, memory, ...rest }: Parts): BaseCtx {
  const scopes = { inOrg: database.inOrg, readValues: database.readValues ?? readValuesIn(database.inOrg) };
  const base: BaseCtx = {
    ...rest,
    remember: memory?.remember ?? rememberNothing,
    forget: memory?.forget ?? (() => {}),
    aliveAs: memory?.aliveAs ?? (() => null),
    global: database.global,
    forOrg: (orgId, actor) => orgScope(base, scopes, orgId, actor),
  };
  return base;
}
