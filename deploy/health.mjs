// Asks the program of this container whether it runs: exit code 0 where it answers. The name comes first, where process 1 is not it.
import { readFileSync } from 'node:fs';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

const ofFirstProcess = () => readFileSync('/proc/1/cmdline', 'utf8').split('\0');
const isWorker = (process.argv[2] ? [process.argv[2]] : ofFirstProcess()).includes('worker');
const { PORT = '4000', WORKER_PORT = '9464', TLS_CERT_FILE } = process.env;
const ask = TLS_CERT_FILE && !isWorker ? overHttps : overHttp;
// The certificate names the portal and not this address.
const options = { host: '127.0.0.1', port: isWorker ? WORKER_PORT : PORT, path: '/healthz', timeout: 4000, rejectUnauthorized: false };
ask(options, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
