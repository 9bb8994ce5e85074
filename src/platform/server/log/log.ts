import { pino, type Logger } from 'pino';
import { currentScope } from '../http/callScope.ts';
import { loggedError } from './loggedError.ts';
import { withoutPasswords } from '../settings/settings.ts';

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

/** Where errors are logged. Their codes (SQLSTATE, errno) are no secrets: `loggedError` lets no other through. */
const errorNames = ['err', 'cause'];
const isCodeOfError = (path: readonly string[]): boolean =>
  path.length > 1 && path.at(-1) === 'code' && errorNames.includes(path[0]!);

const scopeNamed = Symbol('names its request');

/** The log of one request, whose lines bring its id by themselves, inside its scope and outside. */
export const logOfRequest = <L extends object>(log: L): L => Object.assign(log, { [scopeNamed]: true });

/** Which request and job a line belongs to. */
function scopeOf(_line: object, _level: number, log: object): object {
  const scope = currentScope();
  if (!scope) return {};
  const { requestId, job } = scope;
  return {
    ...(requestId === undefined || scopeNamed in log ? {} : { reqId: requestId }),
    ...(job ? { job: job.name, jobId: job.id, attempt: job.attempt } : {}),
  };
}

/**
 * Structured log of a program, one JSON object a line on standard output.
 * @param program name that each line carries
 * @param level pino's level names
 */
export const openLog = (
  program: string,
  level: string,
  destination?: { write: (line: string) => void },
): Logger =>
  pino(
    {
      name: program,
      level,
      mixin: scopeOf,
      serializers: Object.fromEntries(
        errorNames.map((name) => [name, (error: unknown) => loggedError(error)]),
      ),
      redact: {
        // errors are named, because under a wildcard the censor does not learn whose value it is given
        paths: [
          ...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          ...errorNames.map((name) => `${name}.secret`),
        ],
        censor: (value, path) => (isCodeOfError(path) ? value : '[secret]'),
      },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // an error of a library may quote the address that it could not reach
      hooks: { streamWrite: withoutPasswords },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
