import { sameText } from '#platform/server/secrets/secrets.ts';
import type { SandboxParts } from '../parts.ts';
import { SandboxRefusal } from '../refusal.ts';
import { idIn, type Call } from './call.ts';
import { checkoutCalls } from './checkouts.ts';
import { readForm } from './form.ts';
import { documentPath, invoiceCalls, sendDocument } from './invoices.ts';
import { subscriptionCalls } from './subscriptions.ts';

const formType = 'application/x-www-form-urlencoded';

function authorize(request: Request, apiKey: string): void {
  const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  if (!sameText(request.headers.get('authorization') ?? '', expected))
    throw new SandboxRefusal(401, 'api_authentication_failed', 'Sorry, authentication failed.');
  if (request.method === 'POST' && !request.headers.get('content-type')?.startsWith(formType))
    throw new SandboxRefusal(415, 'invalid_request', 'Unsupported media type');
}

async function answer(parts: SandboxParts, calls: readonly Call[], request: Request): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url);
  const path = pathname.replace(/^\/api\/v2/, '');
  const known = calls.find((one) => one.method === request.method && idIn(one, path) !== null);
  if (!known) throw new SandboxRefusal(404, 'resource_not_found', `There is no ${request.method} ${path}.`);
  const form = readForm(request.method === 'GET' ? search.slice(1) : await request.text(), known.parameters);
  const id = idIn(known, path)!;
  const result = await known.run({ form, id, headers: request.headers, origin });
  return result instanceof Response ? result : Response.json(result);
}

/**
 * The part of Chargebee's HTTP API (v2, Product Catalog 2.0) that the portal uses, on the sandbox's own records. Strict:
 * parameters that a call does not take, wrong types, lengths and orders are refused.
 * @returns answers one request, in this process; it never rejects
 */
export function openApi(parts: SandboxParts, apiKey: string): (request: Request) => Promise<Response> {
  const calls = [...checkoutCalls(parts), ...subscriptionCalls(parts), ...invoiceCalls(parts)];
  return async (request) => {
    try {
      const document = documentPath.exec(new URL(request.url).pathname)?.[1];
      if (document) return await sendDocument(parts, document, request.headers);
      authorize(request, apiKey);
      return await answer(parts, calls, request);
    } catch (error) {
      const isRefusal = error instanceof SandboxRefusal;
      if (!isRefusal) parts.log.error({ err: error }, 'billing sandbox');
      const { status, body } = isRefusal
        ? error
        : new SandboxRefusal(500, 'internal_error', 'Something went wrong in the sandbox.');
      return Response.json(body, { status });
    }
  };
}
