/** One message, whole; the sender's address is the provider's own unless `from` says otherwise. */
export type MailMessage = {
  /** The same key is delivered once, however often a job is repeated after a lost answer. */
  idempotencyKey: string;
  to: { name?: string; address: string };
  from?: { name: string; address?: string };
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** Pictures inside the message, which its HTML shows by `cid:` and the id; `png` is base64. */
  images?: readonly { id: string; png: string }[];
  /** Whose mail it is, for a store of mails to forget by; never sent. */
  orgId?: string;
};

export class MailError extends Error {
  /** False when repeating is pointless: the receiving server refused for good. */
  readonly retry: boolean;
  constructor(message: string, retry: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailError';
    this.retry = retry;
  }
}

export type Mailer = {
  /** Hands one message over; resolves when the receiving side has taken it. Throws `MailError`. */
  send: (message: MailMessage) => Promise<void>;
  /** Where mails are kept: removes those of an organization, and those to any of the addresses. */
  forget?: (which: { orgId: string; addresses: readonly string[] }) => Promise<void>;
  /** Where mails are kept: removes those from before. */
  sweep?: (before: Date) => Promise<void>;
  close: () => Promise<void>;
};
