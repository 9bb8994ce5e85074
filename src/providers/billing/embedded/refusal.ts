/** The sandbox refuses, with Chargebee's status and code; the message is fit for the customer's eyes. */
export class SandboxRefusal extends Error {
  readonly status: number;
  /** As Chargebee sends it. */
  readonly body: Record<string, unknown>;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { param?: string; type?: 'payment' } = {},
  ) {
    super(message);
    this.status = status;
    this.body = {
      message: more.param ? `${more.param} : ${message}` : message,
      type: 'invalid_request',
      api_error_code: code,
      error_code: code,
      http_status_code: status,
      ...more,
    };
  }
}

export const wrongValue = (param: string, message: string): SandboxRefusal =>
  new SandboxRefusal(400, 'param_wrong_value', message, { param });
export const notFound = (what: string, param?: string): SandboxRefusal =>
  new SandboxRefusal(404, 'resource_not_found', `There is no such ${what}.`, param ? { param } : {});
export const notInThisState = (message: string): SandboxRefusal =>
  new SandboxRefusal(409, 'invalid_state_for_request', message);
