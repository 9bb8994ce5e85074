import { pino, type Logger } from 'pino';
import { withoutPasswords } from './settings.ts';

export type { Logger };

/** Names whose values never reach a log, at any of the first three depths of a logged object. */
const secretNames = [
  'password',
  'Password',
  'token',
  'idToken',
  'accessToken',
  'refreshToken',
  'cookie',
  'authorization',
  'code',
  'secret',
  'CSRFToken',
  'email',
];

/**
 * Structured log of a program, one JSON object a line on standard output.
 * @param program name that each line carries
 * @param level pino's level names
 */
export const openLog = (program: string, level: string, destination?: { write: (line: string) => void }): Logger =>
  pino(
    {
      name: program,
      level,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // an error of a library may quote the address that it could not reach
      hooks: { streamWrite: withoutPasswords },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
