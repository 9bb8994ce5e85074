// The floor of the load benchmark: a bare node:http server that answers one query as JSON.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ ...(JSON.parse(process.env.FLOOR_DATABASE!) as pg.PoolConfig), max: 10 });
const orgId = process.env.FLOOR_ORG!;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    pool
      .query(
        'select org_id, company_name, industry, number_of_employees, channel_id, plan_id, subscription_status, sign_up_date, expiration_date from organization where org_id = $1',
        [orgId],
      )
      .then(({ rows }) => {
        const body = JSON.stringify({ success: true, data: rows });
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      })
      .catch(() => {
        response.writeHead(500);
        response.end();
      });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit(0));
