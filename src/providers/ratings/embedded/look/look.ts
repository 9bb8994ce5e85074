import { AddressRefused } from '#probes/net.ts';
import { inspectTls, type TlsReport } from '#probes/tls/inspect.ts';
import type { MeasuredVector } from '../../port.ts';
import { lookAtMail, type MailServer } from './mailServers.ts';
import type { Reach } from './reach.ts';
import { visitSite, type Site } from './site.ts';
import type { Subject } from '../subject.ts';

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

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
};

export function makeLook(
  reach: Reach,
  subject: Subject,
  given: Pick<Look, 'verified' | 'dkimSelectors' | 'feeds'>,
): Look {
  const reports = new Map<string, Promise<TlsReport | null>>();
  const inspect = async (host: string): Promise<TlsReport | null> => {
    try {
      const place = await reach.place(host, 443);
      if (!place) return null;
      return await inspectTls({
        host,
        ...place,
        timeoutMs: reach.limits.tlsMs,
        now: reach.now,
        signal: reach.signal,
        ca: reach.ca,
      });
    } catch (error) {
      if (error instanceof AddressRefused) return null;
      throw error;
    }
  };
  return {
    subject,
    reach,
    ...given,
    site: once(() => visitSite(reach, subject)),
    mail: once(() => lookAtMail(reach, subject.domain)),
    tls: (host) => {
      let report = reports.get(host);
      if (!report) reports.set(host, (report = inspect(host)));
      return report;
    },
  };
}
