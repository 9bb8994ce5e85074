import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { maturityContract } from '../contract.ts';

type Refusal = RefusalsOf<typeof maturityContract>;

/** modules.md 8, word for word. */
export const toasts = {
  completed: (category: string): string => `Congrats! You completed the Security Area: ${category}.`,
  failed: 'Oops! Something went wrong. Please try again.',
} as const;

/** What a person reads when a call of this module did not work: what it means and what to do. */
export const messageOf = messagesOf<Refusal>({
  'no-such-question':
    'This question is no longer part of the assessment. Go back to the overview and continue from there.',
  'question-not-reachable':
    'This question builds on an answer that was changed in the meantime. Go back to the overview and continue from there.',
  'answer-not-offered': 'This question does not offer that answer. Please choose another one.',
  'note-missing': 'Please say in a sentence why this does not apply.',
  'module-inactive': 'Cyber Maturity is not part of your plan now. Choose a plan to continue.',
  'too-many-requests': 'That was too fast. Please wait a minute and try again.',
});

export const isRefusal = (error: unknown, ...codes: (Refusal | 'module-inactive')[]): error is CallError =>
  error instanceof CallError && (codes as string[]).includes(error.code);
