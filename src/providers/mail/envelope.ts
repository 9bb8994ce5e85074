import { createHash } from 'node:crypto';
import addressparser from 'nodemailer/lib/addressparser';
import type { SendMailOptions } from 'nodemailer';
import { SettingsError } from '#platform/server/settings/settings.ts';
import { MailError, type MailMessage } from './port.ts';

export type Sender = { name: string; address: string };

// one mailbox, and nothing that could bring a further one or a header along
const mailbox = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}]{1,253}$/u;
const headerName = /^[A-Za-z][A-Za-z-]*$/;
// a header's value stays one line whatever it holds
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const checked = (address: string, what: string): string => {
  if (!mailbox.test(address)) throw new MailError(`The ${what} is not one e-mail address.`, false);
  return address;
};

/** Reads `Name <address>` or an address alone. Throws `SettingsError` with one sentence for the operator. */
export function readSender(text: string): Sender {
  const [first, ...others] = addressparser(text);
  if (!first?.address || others.length > 0 || !mailbox.test(first.address))
    throw new SettingsError(
      `MAIL_FROM=${JSON.stringify(text)} cannot be used: it must be one address, such as portal@example.com or Portal <portal@example.com>.`,
    );
  return { name: oneLine(first.name ?? ''), address: first.address };
}

/**
 * What goes over the wire for a message: values as objects, never as text to be parsed, and a Message-ID that is the
 * same each time the same message is tried, so that a receiver can tell a repetition.
 */
export function envelopeOf(message: MailMessage, sender: Sender): SendMailOptions {
  const from = {
    name: oneLine(message.from?.name ?? sender.name),
    address: checked(message.from?.address ?? sender.address, 'sender'),
  };
  const to = { name: oneLine(message.to.name ?? ''), address: checked(message.to.address, 'recipient') };
  const headers: Record<string, string> = {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  };
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (!headerName.test(name))
      throw new MailError(`The header ${JSON.stringify(name)} has no usable name.`, false);
    headers[name] = oneLine(value);
  }
  return {
    from,
    to: [to],
    ...(message.replyTo
      ? { replyTo: { name: '', address: checked(message.replyTo, 'address to reply to') } }
      : {}),
    envelope: { from: from.address, to: [to.address] },
    subject: oneLine(message.subject),
    html: message.html,
    text: message.text,
    ...(message.images?.length
      ? {
          attachments: message.images.map(({ id, png }) => ({
            cid: id,
            filename: `${id}.png`,
            content: Buffer.from(png, 'base64'),
            contentType: 'image/png',
            contentDisposition: 'inline' as const,
          })),
        }
      : {}),
    headers,
    messageId: `<${createHash('sha256').update(message.idempotencyKey).digest('hex').slice(0, 40)}@${from.address.split('@')[1]}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
