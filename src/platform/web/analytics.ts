/** Somebody's progress towards being a customer: the page it happened on, a status, and facts by name. */
export type LeadReport = { pageName: string; leadStatus: string; fields: { name: string; value: string }[] };
export type Report = { kind: 'event'; name: string } | { kind: 'lead'; lead: LeadReport };

const waiting: Report[] = [];
let listener: ((report: Report) => void) | null = null;

function send(report: Report) {
  if (listener) listener(report);
  else if (waiting.length < 20) waiting.push(report);
}

/** Notes a step of use, such as that a screen was opened. */
export const track = (name: string): void => send({ kind: 'event', name });

/** Notes a person's progress towards being a customer. */
export const reportLead = (lead: LeadReport): void => send({ kind: 'lead', lead });

/** For the one place that hands reports on; what was noted before comes at once. Until the returned function is called. */
export function hearReports(react: (report: Report) => void): () => void {
  listener = react;
  for (const report of waiting.splice(0)) react(report);
  return () => {
    if (listener === react) listener = null;
  };
}
