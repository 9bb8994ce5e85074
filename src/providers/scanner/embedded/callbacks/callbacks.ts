/** Contacts that the scanned server makes to us because of a text that we sent: the proof of what answers do not show. */

export type Contact = {
  protocol: 'http' | 'dns' | 'ldap' | 'rmi' | 'tls';
  at: Date;
  from: string;
  /** What was asked, one line: `GET /zq…`, `A zq….cb.example`, `search zq…`. Text of a stranger. */
  asked: string;
  /** The browser of a person, or one without a screen, says that it is one. */
  byBrowser?: true;
};

export type Callback = {
  token: string;
  http: string;
  /** `host:port/token`, to stand behind `ldap://`. */
  ldap: string;
  /** A name that leads to us when it is looked up; null where no zone is ours. */
  dns: string | null;
  /** The text that whoever asks for `http` gets. It stands nowhere in the address: a page that shows it has read it from us. */
  content: string;
};

export type Callbacks = {
  /**
   * A token for one injection. `onContact` is called once, at the first contact that `counts` (all by default), even if
   * that comes late; `settle` waits for what it returns.
   */
  issue: (onContact: (contact: Contact) => unknown, counts?: (contact: Contact) => boolean) => Callback;
  /** Waits until no contact came for `quietMs` (2.5 seconds by default), and at most `atMostMs`. */
  settle: (atMostMs: number, quietMs?: number) => Promise<void>;
};
