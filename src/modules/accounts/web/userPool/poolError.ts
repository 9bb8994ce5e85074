/** The user pool said no. `code` is the protocol's name of the exception, or `offline`. */
export class PoolError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'PoolError';
    this.code = code;
    this.status = status;
  }
}
