import type { TlsReport } from '#probes/tls/inspect.ts';
import type { MeasuredVector } from '../port.ts';
import type { MailServer } from './mailServers.ts';
import type { Reach } from './reach.ts';
import type { Site } from './site.ts';
import type { Subject } from './subject.ts';

/** What every probe is given. What several of them need is looked at once. */
export type Look = {
  subject: Subject;
  reach: Reach;
  verified: boolean;
  dkimSelectors: readonly string[];
  /** Folder of the operator's feed files. */
  feeds: string | undefined;
  site: () => Promise<Site>;
  /** TLS of a web host; null where nothing can be connected to. */
  tls: (host: string) => Promise<TlsReport | null>;
  mail: () => Promise<MailServer[]>;
};

/** Measures one risk vector. What fails is told in a note; rejects only when the whole rating ends. */
export type Probe = (look: Look) => Promise<MeasuredVector>;
