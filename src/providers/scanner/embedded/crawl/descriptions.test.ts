import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import { runScan } from '../engine.ts';
import { callsOfSchema, readSchema } from './graphql.ts';
import { callsOf, readDescription, valuesIn } from './openApi.ts';

const at = 'https://shop.example/docs/openapi.json';
const calls = (description: object) =>
  callsOf(readDescription(JSON.stringify(description))!, at).map(({ method, url, body }) => ({
    method,
    url,
    body,
  }));

describe('OpenAPI', () => {
  it('fills path, query and body of version 3 with values that fit', () => {
    expect(
      calls({
        openapi: '3.0.1',
        servers: [{ url: 'http://localhost:8080/api' }],
        paths: {
          '/users/{id}': {
            parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
            get: {
              parameters: [
                { name: 'fields', in: 'query', schema: { type: 'string', enum: ['name', 'all'] } },
              ],
            },
            put: {
              requestBody: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
              },
            },
          },
        },
        components: {
          schemas: {
            User: {
              type: 'object',
              properties: {
                email: { type: 'string', format: 'email' },
                self: { $ref: '#/components/schemas/User' },
              },
            },
          },
        },
      }),
    ).toMatchObject([
      { method: 'GET', url: 'https://shop.example/api/users/1?fields=name' },
      {
        method: 'PUT',
        url: 'https://shop.example/api/users/1',
        body: { kind: 'json', value: { email: 'safetyscan@example.com', self: {} } },
      },
    ]);
  });

  it('tells which places of a path carry data, and fills them with what the interface knows', () => {
    const root = {
      openapi: '3.0.1',
      servers: [{ url: '/api' }],
      paths: {
        '/people': { get: {} },
        '/people/{name}': { get: { parameters: [{ name: 'name', in: 'path', schema: { type: 'string' } }] } },
        '/pets/{petId}/tags/{tag}': {
          get: {
            parameters: [
              { name: 'petId', in: 'path', schema: { type: 'integer' } },
              { name: 'tag', in: 'path', schema: { type: 'string', example: 'soft' } },
            ],
          },
        },
      },
    };
    const met = valuesIn([[{ Name: 'anna', id: 7, tag: 'loud' }, { Name: 'bert' }], null, 'text']);
    expect(callsOf(readDescription(JSON.stringify(root))!, at, met)).toMatchObject([
      { url: 'https://shop.example/api/people' },
      { url: 'https://shop.example/api/people/anna', segments: [2] },
      { url: 'https://shop.example/api/pets/7/tags/soft', segments: [2, 4] },
    ]);
  });
});

describe('descriptions of other versions, broken or without end', () => {
  it('reads version 2 with forms and files', () => {
    expect(
      calls({
        swagger: '2.0',
        basePath: '/v2',
        paths: {
          '/pet/{petId}/photo': {
            post: {
              parameters: [
                { name: 'petId', in: 'path', type: 'integer' },
                { name: 'note', in: 'formData', type: 'string' },
                { name: 'file', in: 'formData', type: 'file' },
              ],
            },
          },
          '/login': { post: { parameters: [{ name: 'user', in: 'formData', type: 'string' }] } },
        },
      }),
    ).toMatchObject([
      {
        method: 'POST',
        url: 'https://shop.example/v2/pet/1/photo',
        body: { kind: 'multipart', parts: [{ name: 'note' }, { name: 'file', fileName: 'safetyscan.txt' }] },
      },
      {
        method: 'POST',
        url: 'https://shop.example/v2/login',
        body: { kind: 'form', fields: [['user', 'safetyscanvisitor']] },
      },
    ]);
  });

  it.each(['<html>swagger: 2</html>', '{"openapi": 3}', '{"swagger":"2.0"', 'a: &a [*a]\nopenapi: 3', ''])(
    'takes %s for no description',
    (body) => expect(readDescription(body)).toBeNull(),
  );
  it('is not lost in a schema that contains itself in all ways', () => {
    const loop = {
      allOf: [
        { $ref: '#/components/schemas/A' },
        { properties: { a: { type: 'array', items: { $ref: '#/components/schemas/A' } } } },
      ],
    };
    expect(
      calls({
        openapi: '3.1.0',
        paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: loop } } } } } },
        components: { schemas: { A: loop } },
      }),
    ).toHaveLength(1);
  });
});

const id = { kind: 'NON_NULL', name: null, ofType: { kind: 'SCALAR', name: 'ID' } };
const schema = {
  queryType: { name: 'Query' },
  mutationType: { name: 'Mutation' },
  types: [
    {
      kind: 'OBJECT',
      name: 'Query',
      fields: [{ name: 'user', args: [{ name: 'id', type: id }], type: { kind: 'OBJECT', name: 'User' } }],
    },
    {
      kind: 'OBJECT',
      name: 'User',
      fields: [{ name: 'name', args: [], type: { kind: 'SCALAR', name: 'String' } }],
    },
    {
      kind: 'OBJECT',
      name: 'Mutation',
      fields: [
        { name: 'rename', args: [{ name: 'id', type: id }], type: { kind: 'SCALAR', name: 'Boolean' } },
        { name: 'deleteUser', args: [{ name: 'id', type: id }], type: { kind: 'SCALAR', name: 'Boolean' } },
      ],
    },
  ],
};

describe('GraphQL', () => {
  const read = readSchema(JSON.stringify({ data: { __schema: schema } }))!;
  it('makes a call of every query with its arguments as variables', () => {
    expect(
      callsOfSchema(read, 'https://shop.example/graphql', { mayChange: false }).map((call) => call.body),
    ).toEqual([
      {
        kind: 'json',
        value: { query: 'query($id: ID!) { user(id: $id) { name } }', variables: { id: '1' } },
      },
    ]);
  });
  it('makes mutations of them where things may be changed', () => {
    const queries = callsOfSchema(read, 'https://shop.example/graphql', { mayChange: true }).map((call) =>
      JSON.stringify(call.body),
    );
    expect(queries.filter((query) => query.includes('rename'))).toHaveLength(1);
  });
});

describe('a site with descriptions', () => {
  let site: Site;
  const bodies: string[] = [];
  beforeAll(async () => {
    site = await serve((visit) => {
      if (visit.path === '/') return { body: '<h1>Shop</h1>' };
      if (visit.path === '/openapi.json')
        return {
          type: 'application/json',
          body: JSON.stringify({
            openapi: '3.0.0',
            paths: {
              '/api/search': {
                get: { parameters: [{ name: 'term', in: 'query', schema: { type: 'string' } }] },
              },
              '/api/orders/{id}': {
                delete: {},
                patch: {
                  requestBody: {
                    content: { 'application/json': { schema: { properties: { note: { type: 'string' } } } } },
                  },
                },
              },
            },
          }),
        };
      if (visit.path === '/graphql') {
        bodies.push(visit.body);
        return {
          type: 'application/json',
          body:
            visit.method === 'POST' && visit.body.includes('__schema')
              ? JSON.stringify({ data: { __schema: schema } })
              : '{"data":{"__typename":"Query"}}',
        };
      }
      return visit.path.startsWith('/api/')
        ? { type: 'application/json', body: '{"ok":true,"note":"by the door"}' }
        : undefined;
    });
    await runScan(
      { url: site.url, level: 'normal', allowPrivate: [site.host] },
      { signal: new AbortController().signal, perSecond: 1000, useBrowser: false },
    );
  });
  afterAll(() => site.close());

  it('is tried at what they name, and nothing is deleted', () => {
    expect(site.visits.some((visit) => visit.startsWith('GET /api/search?term='))).toBe(true);
    expect(site.visits).toContain('PATCH /api/orders/1');
    expect(site.visits.filter((visit) => visit.startsWith('DELETE'))).toEqual([]);
    expect(bodies.some((body) => body.includes('user(id: $id)'))).toBe(true);
    expect(bodies.some((body) => body.includes('deleteUser'))).toBe(false);
  });
});
