import { BillingError } from '../port.ts';
import { readBody, type Client } from './client.ts';

const maxPdfBytes = 10 * 1024 * 1024;
const patienceMs = 20_000;

/** Where Chargebee keeps its documents: at its own domain, or in buckets of its own at Amazon. */
const isChargebees = (host: string): boolean =>
  /(^|\.)chargebee\.com$/.test(host) ||
  /^cb-[a-z0-9-]+\.s3(?:-[a-z0-9-]+)?(?:\.[a-z0-9-]+)*\.amazonaws\.com$/.test(host);

const refuse = (why: string) =>
  new BillingError('unavailable', 'The invoice could not be fetched.', { cause: new Error(why) });

/** The document at an address that Chargebee gave; where it has another endpoint, that may keep documents too. */
export async function downloadPdf(
  { fetch, endpoint }: Pick<Client, 'fetch' | 'endpoint'>,
  address: string,
  headers: Record<string, string>,
): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isProxied = endpoint !== undefined && url?.origin === new URL(endpoint).origin;
  const isAllowed = url?.protocol === 'https:' && url.port === '' && isChargebees(url.hostname);
  if (!url || !(isAllowed || isProxied))
    throw refuse(`Chargebee named an address for a document that is not its own: ${url?.host ?? 'none'}`);
  try {
    const answer = await fetch(url.href, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error(`The document was answered with ${answer.status}.`);
    const body = await readBody(answer, maxPdfBytes);
    if (body.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('The document is no PDF.');
    return body;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : 'It broke off.');
  }
}
