/**
 * Stands in for the schema library in the browser build. A contract's schemas check what reaches the server; the browser
 * reads of a contract only method, path and refusals, so it need not load the library (docs/decisions/0008).
 * `checks/rules/browser.test.ts` holds that no browser code uses a schema.
 */
const nothing: any = new Proxy(() => {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
});

export const z = nothing;
