import { plainToRich, type RichText } from '#platform/richText.ts';
import type { TestPortal } from '#app/testing/portal.ts';
import type { DeskMember, DeskMessage, MessageDraft, MessageStatus, WeaknessDraft } from '../desk/desk.ts';
import { saveMessage } from '../desk/messages.ts';

export const expert: DeskMember = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Sam Rivera',
  email: 'sam@support.example',
};

export const draft = (given: Partial<MessageDraft> = {}): MessageDraft => ({
  title: 'A letter',
  summary: 'What it is about.',
  body: plainToRich('Hello.'),
  severity: null,
  category: 'news',
  minutes: null,
  publishedOn: null,
  expiresOn: null,
  onArrival: false,
  audience: { kind: 'all', values: [], brandId: null },
  actions: [],
  mail: false,
  ...given,
});

/** A letter of staff, published unless another status is given. */
export const letter = (
  portal: TestPortal,
  given: Partial<MessageDraft> = {},
  status: MessageStatus = 'published',
): Promise<DeskMessage> =>
  saveMessage(portal.base, expert, { conciergeMessageId: null, version: 0, draft: draft(given), status });

export const weaknessDraft = (given: Partial<WeaknessDraft> = {}): WeaknessDraft => ({
  title: 'An open door',
  severity: 'High',
  asset: 'shop.acme-widgets.com:3389',
  evidence: 'Port 3389 answers',
  body: plainToRich('Close it.'),
  ...given,
});

/** What a script in a text would look like; none of it may ever come out as more than text. */
export const hostile = [
  {
    kind: 'paragraph',
    spans: [{ text: '<script>alert(1)</script><img src=x onerror=alert(1)>', link: 'javascript:alert(1)' }],
  },
  { kind: 'html', text: '<script>alert(2)</script>' },
  { kind: 'paragraph', spans: [{ text: 'safe', link: 'https://example.com/' }] },
] as unknown as RichText;
