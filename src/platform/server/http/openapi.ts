import { z } from 'zod';
import {
  commonRefusals,
  csrfHeader,
  idempotencyHeader,
  takesIdempotencyKey,
  transactionHeader,
  type Contract,
} from '../../endpoint.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _omitted, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as { properties?: Record<string, unknown>; required?: string[] };
};

const fileForm = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
};

const failure = (codes: string[]) => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: false },
          error: {
            type: 'object',
            properties: { code: { enum: codes }, requestId: { type: 'string' } },
            required: ['code'],
          },
        },
      },
    },
  },
});

const keyRefusals = {
  'idempotency-key-reused': commonRefusals['idempotency-key-reused'],
  'idempotency-key-in-use': commonRefusals['idempotency-key-in-use'],
  'idempotency-outcome-unknown': commonRefusals['idempotency-outcome-unknown'],
};

/** The OpenAPI 3.1 description of every call, from the same contracts that serve them. */
export function openApi(title: string, version: string, contracts: Record<string, Contract>): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, contract] of Object.entries(contracts)) {
    for (const [operationId, call] of Object.entries(contract)) {
      const url = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
      const body = schemaOf(call.body, 'input');
      const inPath = [...call.path.matchAll(/:(\w+)/g)].map((m) => m[1]!);
      const parameters =
        call.method === 'GET'
          ? Object.entries(body.properties ?? {}).map(([name, schema]) => ({
              name,
              in: inPath.includes(name) ? 'path' : 'query',
              required: inPath.includes(name) || (body.required ?? []).includes(name),
              schema,
            }))
          : [csrfHeader, transactionHeader, ...(takesIdempotencyKey(call) ? [idempotencyHeader] : [])].map(
              (name) => ({
                name,
                in: 'header',
                required: name === csrfHeader,
                schema: { type: 'string' },
              }),
            );
      const byStatus = new Map<number, string[]>([[400, ['invalid']]]);
      const refusals: Record<string, number> = {
        ...call.refusals,
        ...(call.access === 'public' ? {} : { unauthenticated: 401 }),
        ...(call.access === 'public' || call.beforeSecondFactor ? {} : { 'second-factor-needed': 403 }),
        ...(call.method === 'POST' ? { csrf: commonRefusals.csrf } : {}),
        ...(call.module ? { 'module-inactive': 403 } : {}),
        ...(takesIdempotencyKey(call) ? keyRefusals : {}),
        ...(call.rate ? { 'too-many-requests': 429 } : {}),
      };
      for (const [code, status] of Object.entries(refusals))
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
      const ok =
        call.reply === 'file'
          ? { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
          : {
              description: 'Done',
              content: {
                'application/json': {
                  schema: {
                    allOf: [
                      { type: 'object', properties: { success: { const: true } }, required: ['success'] },
                      schemaOf(call.reply, 'output'),
                    ],
                  },
                },
              },
            };
      (paths[url] ??= {})[call.method.toLowerCase()] = {
        operationId,
        tags: [tag],
        summary: call.summary,
        parameters,
        ...(call.upload
          ? { requestBody: { content: { 'multipart/form-data': { schema: fileForm } } } }
          : call.method === 'POST'
            ? { requestBody: { content: { 'application/json': { schema: body } } } }
            : {}),
        responses: {
          200: ok,
          ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, failure(codes)])),
        },
        ...(call.access === 'public' ? {} : { security: [{ session: [] }] }),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
  };
}
