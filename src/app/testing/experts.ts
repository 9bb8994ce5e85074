import { randomUUID } from 'node:crypto';
import { plainToRich, type RichText } from '#platform/richText.ts';
import {
  answerAsStaff,
  changeWeakness,
  createWeakness,
  saveMessage,
  starterMessages,
  type MessageDraft,
  type WeaknessDraft,
} from '#modules/concierge/server/public.ts';
import type { TestPortal } from './portal.ts';

const expert = { id: randomUUID(), name: 'Sam Rivera', email: 'sam@support.example' };

/** What the experts do at their desk, for tests of what a customer then sees. */
export const expertsOf = ({ base }: TestPortal) => ({
  /** A letter that is out at once, to everybody unless it says otherwise. */
  write: (draft: Partial<MessageDraft>) =>
    saveMessage(base, expert, {
      conciergeMessageId: null,
      version: 0,
      status: 'published',
      draft: { ...starterMessages()[0]!.draft, ...draft },
    }),
  report: (orgId: string, draft: Partial<WeaknessDraft>) =>
    createWeakness(base, expert, orgId, {
      title: 'An open door',
      severity: 'High',
      asset: 'acme-widgets.com',
      evidence: '',
      body: plainToRich('Close it.'),
      ...draft,
    }),
  resolve: (orgId: string, weaknessId: string) =>
    changeWeakness(base, expert, { orgId, weaknessId, version: 1, status: 'Resolved', note: '' }),
  answer: (orgId: string, threadId: string, text: string) =>
    answerAsStaff(base, expert, { orgId, threadId, body: plainToRich(text), close: false }),
});

/** What a script in a text would look like; none of it may ever be more than text. */
export const hostileText = [
  { kind: 'paragraph', spans: [{ text: '<img src=x onerror=alert(1)>', link: 'javascript:alert(1)' }] },
  { kind: 'html', text: '<script>alert(2)</script>' },
] as unknown as RichText;
