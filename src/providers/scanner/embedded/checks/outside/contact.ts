import type { HttpAnswer } from '#probes/http/answer.ts';
import type { Callback, Callbacks, Contact } from '../../callbacks/callbacks.ts';

export type Proof = { contact: Contact; answer: HttpAnswer; call: Callback };

export type Attempted = { call: Callback; answer: HttpAnswer | null; contacted: () => boolean };

/**
 * Sends a text with our address. When a contact comes, however late, a second one with another token decides: what reads
 * logs or mails once and follows every link does not come again.
 */
export async function contactTwice(
  callbacks: Callbacks,
  send: (call: Callback) => Promise<HttpAnswer | null>,
  proven: (proof: Proof) => void,
  counts: (contact: Contact) => boolean = () => true,
): Promise<Attempted> {
  let begun = false;
  const call = callbacks.issue(async (first) => {
    if (begun || !counts(first)) return;
    begun = true;
    let answer: HttpAnswer | null = null;
    let contact: Contact | null = null;
    let told = false;
    const tell = () => {
      if (!answer || !contact || told) return;
      told = true;
      proven({ contact, answer, call: second });
    };
    const second = callbacks.issue((again) => {
      if (!counts(again)) return;
      contact ??= again;
      tell();
    });
    answer = await send(second);
    tell();
  });
  return { call, answer: await send(call), contacted: () => begun };
}

/** One sentence about a contact, for evidence. */
export const told = ({ protocol, asked, from }: Contact): string => `${protocol.toUpperCase()}, "${asked.slice(0, 120)}", from ${from}`;
