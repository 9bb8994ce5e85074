import type { Call } from './traffic.ts';

export const heavyFile = /\.(woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|mov|avi|pdf|zip)$/i;

export type Kind = 'document' | 'script' | 'style' | 'picture' | 'heavy' | 'call';

const byDestination = new Map<string, Kind>([
  ['document', 'document'],
  ['iframe', 'document'],
  ['frame', 'document'],
  ['embed', 'document'],
  ['object', 'document'],
  ['script', 'script'],
  ['worker', 'script'],
  ['sharedworker', 'script'],
  ['style', 'style'],
  ['image', 'picture'],
  ['font', 'heavy'],
  ['audio', 'heavy'],
  ['video', 'heavy'],
  ['track', 'heavy'],
  ['manifest', 'heavy'],
]);

/** What the page wants to do with the answer. Chromium says so only where the page came encrypted. */
export function kindOfCall({ url, headers, method }: Pick<Call, 'url' | 'headers' | 'method'>): Kind {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return byDestination.get(destination) ?? 'call';
  const accept = headers.accept ?? '';
  if (headers['upgrade-insecure-requests'] !== undefined || accept.startsWith('text/html')) return 'document';
  if (accept.startsWith('text/css')) return 'style';
  if (accept.startsWith('image/')) return 'picture';
  if (method !== 'GET' || accept !== '*/*') return 'call';
  if (heavyFile.test(url.pathname)) return 'heavy';
  return /\.m?js$/i.test(url.pathname) ? 'script' : 'call';
}
