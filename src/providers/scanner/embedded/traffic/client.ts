import { makeHttpClient, type HttpClient, type HttpClientOptions } from '#probes/http/client.ts';
import type { ScanRequest } from '../../port.ts';
import type { DriftWatch } from '../drift/watch.ts';
import type { EngineOptions } from '../engine.ts';
import type { Gate } from '../politeness/gate.ts';
import type { Revisits } from '../site/revisit.ts';
import { signInHeaders, type Session } from '../session/signIn.ts';

/** Name and version in reports and in the User-Agent. Raise the version when rules change. */
export const engineName = 'WebsiteSafetyScanner';
export const engineVersion = '1.0';

/** `WebsiteSafetyScanner/1.0 (+https://portal.example/scanner)`: tells a site's operator who is asking and where to complain. */
export function engineUserAgent(contactUrl: string): string {
  return `${engineName}/${engineVersion} (+${contactUrl.replace(/[\s()]/g, '')})`;
}

export const connections = 5;

export const makeClient = (
  request: ScanRequest,
  options: EngineOptions,
  own: Pick<
    HttpClientOptions,
    'signal' | 'userAgent' | 'headers' | 'hooks' | 'maxRequests' | 'maxTotalBytes' | 'jar'
  >,
): HttpClient =>
  makeHttpClient({
    ...own,
    cookie: request.signIn?.kind === 'cookie' ? request.signIn.cookie : request.cookie,
    ownHeaders: signInHeaders(request.signIn),
    allowPrivate: request.allowPrivate,
    lookup: options.lookup,
    perSecond: request.perSecond ?? options.perSecond ?? 10,
    connections,
    ...(options.totalMs === undefined ? {} : { totalMs: options.totalMs }),
  });

export const hooksOf = (
  gate: Gate,
  drift: DriftWatch,
  revisits: Revisits,
  session: () => Session | null,
): NonNullable<HttpClientOptions['hooks']> => ({
  before: async () => {
    await gate.before?.();
    await drift.before();
  },
  ended: (answer) => {
    gate.ended?.(answer);
    drift.ended(answer);
    if (answer) revisits.answered(answer);
  },
  again: async (answer, ask) => (await session()?.again(answer, ask)) ?? false,
});
