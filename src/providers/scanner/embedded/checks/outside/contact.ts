import type { HttpAnswer } from '#probes/http/answer.ts';
import type { Callback, Callbacks, Contact } from '../../callbacks/callbacks.ts';

export type Proof = { contact: Contact; answer: HttpAnswer; call: Callback };

type Attempted = { call: Callback; answer: HttpAnswer | null; contacted: () => boolean };

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
  const again = async (): Promise<void> => {
    let answer: HttpAnswer | null = null;
    let contact: Contact | null = null;
    let isReported = false;
    const reportOnce = () => {
      if (!answer || !contact || isReported) return;
      isReported = true;
      proven({ contact, answer, call: second });
    };
    const second = callbacks.issue((one) => {
      contact = one;
      reportOnce();
    }, counts);
    answer = await send(second);
    reportOnce();
  };
  const call = callbacks.issue(() => {
    begun = true;
    // Without an answer to the second sending there is no proof.
    return again().catch(() => undefined);
  }, counts);
  return { call, answer: await send(call), contacted: () => begun };
}

/** A page was fetched by a program. A name alone is also looked up to see whether it is allowed; people follow links. */
export const fetches = ({ protocol, byBrowser }: Contact): boolean =>
  protocol === 'http' && byBrowser !== true;

export const describeContact = ({ protocol, asked, from }: Contact): string =>
  `${protocol.toUpperCase()}, "${asked.slice(0, 120)}", from ${from}`;
