/** Contacts that the scanned server makes to us because of a text that we sent: the proof of what answers do not show. */

export type Contact = {
  protocol: 'http' | 'dns' | 'ldap';
  at: Date;
  /** Address that it came from. */
  from: string;
  /** What was asked, one line: `GET /zq…`, `A zq….cb.example`, `search zq…`. Text of a stranger. */
  asked: string;
};

export type Callback = {
  /** Unguessable, letters and digits, lower case. */
  token: string;
  /** What our listener answers over HTTP holds this text, and nothing that we send does. */
  marker: string;
  /** `http://host:port/token` */
  http: string;
  /** `host:port/token`, to stand behind `ldap://`. */
  ldap: string;
  /** A name that leads to us when it is looked up; null where no zone is ours. */
  dns: string | null;
};

export type Callbacks = {
  /**
   * A token for one injection. `onContact` is called once for each protocol, at its first contact, even if that comes late;
   * `settle` waits for what it does.
   */
  issue: (onContact: (contact: Contact) => void | Promise<void>) => Callback;
  /** Waits until no contact came for a while, at most so many milliseconds. Without an issued token there is no wait. */
  settle: (atMostMs: number) => Promise<void>;
};
