import type { Ratings } from '../port.ts';
import { measure } from './engine.ts';
import { withHistory } from './score/history.ts';
import type { Lab } from './lab.ts';
import { TooSlow, usualLimits, within } from './limits.ts';
import { lookForProof } from './look/ownership.ts';
import { makeReach } from './look/reach.ts';
import { score } from './score/score.ts';

export type EmbeddedOptions = {
  /** Page that tells who looks at a company, and where to complain. */
  contactUrl: string;
  /** Folder of the operator's feed files. */
  feeds?: string | undefined;
  /** A closed network, for tests and the command line only. */
  lab?: Lab | undefined;
};

export const engineName = 'SafetyRating';
export const engineVersion = '1.0';
/** Tells whoever is looked at who asks and where to complain. */
export const engineUserAgent = (contactUrl: string) =>
  `${engineName}/${engineVersion} (+${contactUrl.replace(/[\s()]/g, '')})`;

/** DNS and file together. */
const proofMs = 2 * usualLimits.probeMs;

/** Our own estimate of a company's attack surface. */
export function embeddedRatings({ contactUrl, feeds, lab }: EmbeddedOptions): Ratings {
  const userAgent = engineUserAgent(contactUrl);
  const greetingName = new URL(contactUrl).hostname;
  return {
    source: { id: 'estimate', label: 'our estimate' },
    rate: ({ url, verified, dkimSelectors }, { signal, now, onProgress }) =>
      measure(
        { url, verified, dkimSelectors, userAgent, greetingName, feeds, lab },
        { signal, now, onProgress },
      ),
    score,
    withHistory,
    prove: async (input, { signal, now }) => {
      const end = new AbortController();
      const reach = makeReach({ userAgent, signal: AbortSignal.any([signal, end.signal]), now, lab });
      try {
        return await within(proofMs, signal, () => lookForProof(reach, input));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TooSlow) return { by: null, seen: error.message };
        throw error;
      } finally {
        end.abort(new Error('The look is over.'));
        reach.close();
      }
    },
  };
}
