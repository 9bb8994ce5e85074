/** The product says no, and the caller may know why. Anything else thrown is a fault. */
export class Refusal<Code extends string = string> extends Error {
  readonly code: Code;
  /** Words or values that the screen may show beside the code, e.g. the next allowed time. */
  readonly detail: Record<string, unknown> | undefined;
  constructor(code: Code, detail?: Record<string, unknown>, cause?: unknown) {
    super(code, { cause });
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}
