import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { path: string; authorization: string; body: Record<string, unknown> };
export type Told = { status?: number; headers?: Record<string, string>; body: unknown };

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {};
};

const vector = (
  name: string,
  category: string,
  categoryOrder: number,
  order: number,
  grade: string,
  rating: number | string | null,
) => ({
  name,
  category,
  category_order: categoryOrder,
  order,
  beta: false,
  grade,
  grade_color: '#2c4d7f',
  rating,
  percentile: 50,
  display_url: 'https://service.example/app/',
});

/** A company as the fast rating describes it, with a vector that nobody knows yet. */
export const company = {
  primary_domain: 'harborlamps.example',
  ratings: [
    { rating_date: '2026-11-20', rating: 710, range: 'Intermediate', rating_color: '#dda92a' },
    { rating_date: '2026-11-22', rating: 730, range: 'Intermediate', rating_color: '#dda92a' },
    { rating_date: '2026-11-21', rating: '720', range: 'Intermediate', rating_color: 'red' },
  ],
  rating_details: {
    botnet_infections: vector('Botnet Infections', 'Compromised Systems', 0, 0, 'A', 820),
    spf: vector('SPF', 'Diligence', 1, 5, 'C', 640),
    ssl_certificates: vector('SSL Certificates', 'Diligence', 1, 7, 'A', 800),
    desktop_software: vector('Desktop Software', 'Diligence', 1, 17, 'N/A', 'N/A'),
    quantum_readiness: { grade: 'B', rating: 700 },
  },
  industry_grade: {
    industry: 'Retail',
    industry_sector: 'Consumer',
    average_rating: 690,
    rating_date: '2026-11-22',
    risk_vector_averages: [
      { risk_vector: 'SPF', risk_vector_id: 'spf', risk_vector_slug: 'spf', average_grade: 'B' },
    ],
  },
  quota_details: { quota_purchased: 10, quota_used: 1, quota_available: 9 },
};

export const defaults = {
  vector_weights: {
    'SPF Domains': { slug: 'spf', weight: 1, description: '' },
    'TLS/SSL Certificates': { slug: 'ssl_certificates', weight: 10, description: '' },
    'Desktop Software': { slug: 'desktop_software', weight: 3, description: '' },
  },
  color_by_grade: { A: '#2c4d7f' },
};

/** A local server that speaks the Customer API; `tell` answers what is asked. */
export async function startBitsight(
  tell: (asked: Asked) => Told | Promise<Told>,
): Promise<{ endpoint: string; asked: Asked[]; close: () => Promise<void> }> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const one = {
        path: `${request.method} ${request.url}`,
        authorization: request.headers.authorization ?? '',
        body: await read(request),
      };
      asked.push(one);
      const { status = 200, headers = {}, body } = await tell(one);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ratings/v1`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
