import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { KeptMessage, KeptSummary } from './mailbox.ts';

export const views = ['message', 'phone', 'text', 'source'] as const;
export type View = (typeof views)[number];
const viewNames: Record<View, string> = {
  message: 'Message',
  phone: 'Phone width',
  text: 'Plain text',
  source: 'Source',
};

const time = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const shown = (at: string) => `${time.format(new Date(at))} PT`;
const person = ({ name, address }: { name: string; address: string }) =>
  name ? `${name} <${address}>` : address;
const search = (to: string) => (to ? `?to=${encodeURIComponent(to)}` : '');
const addressOf = (id: string, to: string, view: View = 'message') => {
  const query = new URLSearchParams({
    ...(view === 'message' ? {} : { view }),
    ...(to ? { to } : {}),
  }).toString();
  return `/mailbox/messages/${id}${query ? `?${query}` : ''}`;
};

/** One line drawing, of an open letter. */
const letter = h(
  'svg',
  {
    className: 'drawing',
    viewBox: '0 0 96 72',
    width: 96,
    height: 72,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinejoin: 'round',
    'aria-hidden': true,
  },
  h('path', { d: 'M10 30 48 6l38 24v34H10z' }),
  h('path', { d: 'm10 30 38 22 38-22' }),
  h('path', { d: 'M24 21v-7h48v7', opacity: 0.5 }),
);

const list = (messages: readonly KeptSummary[], to: string, openId: string | null) =>
  messages.length === 0
    ? h(
        'div',
        { className: 'empty' },
        letter,
        h('p', { className: 'strong' }, to ? `No message to “${to}”` : 'No messages yet'),
        h(
          'p',
          null,
          to
            ? 'Check the address, or show all messages.'
            : 'Sign up, or invite somebody: what the portal sends appears here.',
        ),
      )
    : h(
        'ol',
        { className: 'list' },
        ...messages.map((message) =>
          h(
            'li',
            { key: message.id },
            h(
              'a',
              { href: addressOf(message.id, to), 'aria-current': message.id === openId ? 'true' : undefined },
              h(
                'span',
                { className: 'row' },
                h('span', { className: 'to' }, message.to.address),
                h('time', { dateTime: message.at }, time.format(new Date(message.at))),
              ),
              h('span', { className: 'subject' }, message.subject),
              h('span', { className: 'opening' }, message.opening),
            ),
          ),
        ),
      );

const reader = (message: KeptMessage, view: View, to: string, source: string | null) =>
  h(
    'article',
    { className: 'reader' },
    h(
      'header',
      null,
      h('a', { className: 'back', href: `/mailbox${search(to)}` }, '← All messages'),
      h('h2', null, message.subject),
      h(
        'dl',
        null,
        ...Object.entries({
          From: person(message.from),
          To: person(message.to),
          ...(message.replyTo ? { 'Reply to': message.replyTo } : {}),
          Sent: shown(message.at),
        }).flatMap(([key, value]) => [h('dt', { key }, key), h('dd', { key: `${key}.` }, value)]),
      ),
      h(
        'nav',
        { 'aria-label': 'How to show the message' },
        ...views.map((each) =>
          h(
            'a',
            {
              key: each,
              href: addressOf(message.id, to, each),
              'aria-current': each === view ? 'page' : undefined,
            },
            viewNames[each],
          ),
        ),
      ),
    ),
    view === 'text' || view === 'source'
      ? h('pre', { className: view, tabIndex: 0 }, view === 'text' ? message.text : source)
      : h('iframe', {
          className: view,
          title: `Message: ${message.subject}`,
          src: `/mailbox/messages/${message.id}/body`,
          sandbox: 'allow-popups allow-popups-to-escape-sandbox',
          referrerPolicy: 'no-referrer',
        }),
  );

export type MailboxPage = {
  messages: readonly KeptSummary[];
  to: string;
  open: { message: KeptMessage; view: View; source: string | null } | null;
};

/** The viewer as one HTML document; it needs no script, and with it notices new messages. */
export function mailboxPage({ messages, to, open }: MailboxPage): string {
  const body: ReactNode = [
    h(
      'header',
      { key: 'top', className: 'top' },
      h(
        'div',
        null,
        h('h1', null, h('a', { href: '/mailbox' }, 'Mailbox')),
        h('p', null, 'Every email this portal would send. Nothing leaves this machine.'),
      ),
      h(
        'form',
        { method: 'get', action: '/mailbox', role: 'search' },
        h('label', { htmlFor: 'to' }, 'Recipient'),
        h('input', {
          id: 'to',
          name: 'to',
          type: 'search',
          defaultValue: to,
          placeholder: 'name@company.com',
          autoComplete: 'off',
        }),
        h('button', { type: 'submit' }, 'Search'),
        to && h('a', { href: '/mailbox' }, 'Show all'),
      ),
    ),
    h(
      'main',
      { key: 'main', className: open ? 'opened' : undefined },
      h(
        'section',
        { className: 'messages', 'aria-label': 'Messages' },
        h(
          'p',
          { className: 'count' },
          h('span', { id: 'count' }, messages.length === 1 ? '1 message' : `${messages.length} messages`),
          h(
            'a',
            {
              id: 'refresh',
              href: open ? addressOf(open.message.id, to, open.view) : `/mailbox${search(to)}`,
            },
            'Refresh',
          ),
        ),
        list(messages, to, open?.message.id ?? null),
      ),
      open
        ? reader(open.message, open.view, to, open.source)
        : messages.length > 0 &&
            h('div', { className: 'choose' }, letter, h('p', null, 'Choose a message to read it.')),
    ),
  ];
  const document = h(
    'html',
    { lang: 'en', 'data-newest': messages[0]?.id ?? '' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('link', { rel: 'icon', href: 'data:,' }),
      h('title', null, open ? `${open.message.subject} – Mailbox` : 'Mailbox'),
      h('link', { rel: 'stylesheet', href: '/mailbox/mailbox.css' }),
      h('script', { src: '/mailbox/mailbox.js', defer: true }),
    ),
    h('body', null, body),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
