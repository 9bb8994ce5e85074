import type { ScanRequest } from '../port.ts';
import type { Client } from './client.ts';
import { target as targetSchema, type Target } from './wire.ts';

/** One spelling for an address: without a slash at its end. */
const spelled = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed ? `${parsed.origin}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}` : url;
};

export function openTargets(client: Client) {
  const read = (id: string, signal: AbortSignal): Promise<Target> =>
    client.get(targetSchema, `/targets/${id}/`, signal);

  async function find(request: Pick<ScanRequest, 'url'>, signal: AbortSignal): Promise<Target | null> {
    const host = new URL(request.url).hostname;
    const found = await client.all(targetSchema, `/targets/?search=${encodeURIComponent(host)}`, signal);
    return found.find((one) => spelled(one.site.url) === spelled(request.url)) ?? null;
  }

  return {
    read,
    find,
    ensure: async (request: ScanRequest, signal: AbortSignal): Promise<Target> =>
      (await find(request, signal)) ??
      client.post(targetSchema, '/targets/?duplicate_check=false&skip_reachability_check=true', signal, {
        site: { name: new URL(request.url).host, url: request.url },
        type: 'single',
      }),
    /** Gives the target what signs a scan in. @returns what could not be handed over, a sentence each */
    dress: async (target: Target, request: ScanRequest, signal: AbortSignal): Promise<string[]> => {
      const { signIn } = request;
      const notes: string[] = [];
      if ((request.exclude?.length ?? 0) > 0 || request.blackout)
        notes.push(
          'Excluded paths and quiet hours are those that are set at Probely; the ones of this portal were not handed over.',
        );
      if (signIn?.kind === 'form')
        notes.push(
          'The sign-in by form is the one that is set at Probely; the one of this portal was not handed over.',
        );
      const header =
        signIn?.kind === 'header'
          ? { name: signIn.name, value: signIn.value }
          : signIn?.kind === 'bearer'
            ? { name: 'Authorization', value: `Bearer ${signIn.token}` }
            : null;
      const cookie = signIn?.kind === 'cookie' ? signIn.cookie : request.cookie;
      const cookies = (cookie ?? '').split(';').flatMap((pair) => {
        const at = pair.indexOf('=');
        return at > 0 ? [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }] : [];
      });
      if (header || cookies.length > 0)
        await client.tell('PATCH', `/targets/${target.id}/`, signal, {
          site: { ...(header ? { headers: [header] } : {}), ...(cookies.length > 0 ? { cookies } : {}) },
        });
      return notes;
    },
  };
}
