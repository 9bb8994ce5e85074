import type { World } from './testWorld.ts';
import type { WebsiteProof } from '#providers/scanner/port.ts';

/** Gives the world's scanner eyes for proofs: what stands at each website is what the test says. */
export function askForProofs({ scanner }: Pick<World, 'scanner'>) {
  let answer: (asked: { url: string; token: string }) => WebsiteProof | Promise<WebsiteProof> = () => ({
    by: null,
    seen: 'There is no TXT record. The file is missing.',
  });
  const looks: { url: string; token: string; allowPrivate?: unknown }[] = [];
  scanner.proofPlaces = (url, token) => ({
    dns: {
      name: /^\d/.test(new URL(url).hostname) ? '' : `_portal-verify.${new URL(url).hostname}`,
      value: `portal-verification=${token}`,
    },
    file: { url: `${new URL(url).origin}/.well-known/portal-verification.txt`, value: `portal-verification=${token}` },
    meta: { url: `${new URL(url).origin}/`, tag: `<meta name="portal-verification" content="${token}">` },
  });
  scanner.prove = async (asked) => {
    looks.push(asked);
    return answer(asked);
  };
  return {
    looks,
    stands: (next: typeof answer | WebsiteProof) => {
      answer = typeof next === 'function' ? next : () => next;
    },
    /** Only who knows the code of its own organisation finds it. */
    published: (token: string, by: 'dns' | 'file' | 'meta' = 'dns') => {
      answer = (asked) => (asked.token === token ? { by, seen: 'It holds the code.' } : { by: null, seen: 'It holds another code.' });
    },
  };
}
