import type { FastifyInstance } from 'fastify';
import type { BaseCtx, PublicCtx } from './ctx.ts';
import type { JobHandler } from './jobs/jobs.ts';
import type { Retention } from './database/retention.ts';
import type { Routes } from './http/serve.ts';
import type { Settings } from './settings/settings.ts';

/** What the first screen after a page was loaded would ask for; it goes into the page instead (decision 6). */
export type FirstAnswer = {
  /** Name of the call. */
  call: string;
  to: 'members' | 'staff';
  /** Paths of the pages that ask for it; all of them by default. */
  pages?: RegExp;
  answer: (ctx: PublicCtx) => Promise<unknown>;
};

/** A column with sealed texts, which are sealed again after the secret of the installation changes. */
export type SealedColumn = {
  what: string;
  table: string;
  key: string;
  column: string;
  purpose: (key: string) => string;
  tenant?: true;
};

/** What a module is to the program; `src/app/modules.ts` lists them (decision 36). */
export type ServerModule = {
  /** Its calls, by the names that the description of the API groups them under. */
  calls?: Readonly<Record<string, Routes>>;
  /** Its background work. */
  jobs?: readonly JobHandler<BaseCtx>[];
  /** Serves what is no call: pictures, addresses that mail programs ask for, pages without script. */
  http?: (app: FastifyInstance, base: BaseCtx) => void;
  /** Reads and checks its content at the start; an error says in one sentence what to put right. */
  readContent?: (settings: Settings) => void;
  /** What it keeps for a time only. */
  retention?: readonly Retention[];
  /** Its columns with sealed texts. */
  sealed?: readonly SealedColumn[];
  firstAnswers?: readonly FirstAnswer[];
  /** Patterns of pages whose address is a secret, which goes into no referrer. */
  secretPages?: readonly string[];
};
