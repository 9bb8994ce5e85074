import type { HttpClient } from '#probes/http/client.ts';
import { inspectTls, type TlsReport } from '#probes/tls/inspect.ts';

/** Measures the TLS endpoint of an https base address, once, at the address that was checked for the whole scan. */
export function makeTls(input: {
  base: URL;
  http: HttpClient;
  now: () => Date;
  signal: AbortSignal;
  ca?: string | readonly string[] | undefined;
}): () => Promise<{ report: TlsReport; url: string } | null> {
  let measured: Promise<{ report: TlsReport; url: string } | null> | undefined;
  async function measure() {
    if (input.base.protocol !== 'https:') return null;
    const port = input.base.port === '' ? 443 : Number(input.base.port);
    const address = await input.http.resolve(input.base.hostname, port);
    const report = await inspectTls({
      host: input.base.hostname,
      port,
      address,
      timeoutMs: 45_000,
      now: input.now,
      signal: input.signal,
      ...(input.ca === undefined ? {} : { ca: input.ca }),
    });
    return { report, url: input.base.origin };
  }
  return () => (measured ??= measure());
}
