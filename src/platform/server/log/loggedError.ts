/** SQLSTATE codes are looked at in errors of PostgreSQL alone: a confirmation code may have five characters too. */
const sqlState = /^[0-9A-Z]{5}$/;
/** Codes of the system and of libraries: ECONNRESET, ERR_INVALID_URL, FST_ERR_NOT_FOUND. */
const symbolic = /^E[A-Z0-9]{3,30}$|^[A-Z][A-Z0-9]{1,15}(?:_[A-Z0-9]{1,20}){1,6}$/;

/** Facts of an error that name what is declared, in the database or by the system, and never what a person typed. */
const facts = [
  'errno',
  'syscall',
  'hostname',
  'address',
  'port',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'statusCode',
  'status',
  'http_status_code',
  'responseCode',
  'command',
] as const;

const deepest = 4;
const mostListed = 5;

type Loose = Record<string, unknown> & {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  code?: unknown;
  cause?: unknown;
};

const isPostgres = ({ severity, code }: Loose): boolean =>
  typeof severity === 'string' && typeof code === 'string' && sqlState.test(code);

/** The SQLSTATE, errno or library code of an error; undefined for a code that might be a secret. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code } = error as Loose;
  if (typeof code !== 'string') return undefined;
  return isPostgres(error as Loose) || symbolic.test(code) ? code : undefined;
}

/** What kind of error it is, in one word. */
export const errorKind = (error: unknown): string =>
  errorCode(error) ??
  (error instanceof Error ? error.constructor.name : typeof error === 'string' ? error : 'unknown');

const emailAddress = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const quoted = /"[^"]*"/g;

/** A message as it may be logged: without email addresses, and of a value that PostgreSQL could not take without the value. */
function loggableText(error: Loose, text: unknown): string {
  const message = String(text ?? '').replace(emailAddress, '[address]');
  return isPostgres(error) && String(error.code).startsWith('22')
    ? message.replace(quoted, '"[value]"')
    : message;
}

/**
 * An error for the log: what kind, where, its codes and causes. What PostgreSQL says of rows (`detail`, `where`, parameters)
 * and whatever else a library hangs on an error stays out, because it quotes what people typed.
 */
export function loggedError(given: unknown, depth = 0): unknown {
  if (typeof given !== 'object' || given === null)
    return typeof given === 'string' ? given.replace(emailAddress, '[address]') : given;
  const error = given as Loose;
  const isError = given instanceof Error;
  const code = errorCode(error);
  const listed = given instanceof AggregateError ? given.errors.slice(0, mostListed) : [];
  return {
    type: isError ? error.constructor.name : typeof error.name === 'string' ? error.name : 'object',
    message: loggableText(error, error.message),
    ...(typeof error.stack === 'string' ? { stack: loggableText(error, error.stack) } : {}),
    ...(code === undefined ? {} : { code }),
    ...Object.fromEntries(
      facts.flatMap((name) => {
        const value = error[name];
        return typeof value === 'string' || typeof value === 'number'
          ? [[name, typeof value === 'string' ? value.slice(0, 200) : value]]
          : [];
      }),
    ),
    ...(error.cause === undefined || depth >= deepest ? {} : { cause: loggedError(error.cause, depth + 1) }),
    ...(listed.length === 0 || depth >= deepest
      ? {}
      : { errors: listed.map((one: unknown) => loggedError(one, depth + 1)) }),
  };
}
