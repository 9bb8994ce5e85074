import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { evidenceContract } from '../contract.ts';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof evidenceContract>>({
  'nothing-chosen': 'Choose at least one part that your plan includes.',
  'too-many-packs':
    'Too many packs were made in the past hour. Use one from the list below, or try again later.',
  'no-room': 'We cannot store the file right now. Nothing was lost. Try again in a few minutes.',
  'no-such-pack': 'This pack is no longer kept. Make a new one.',
});
