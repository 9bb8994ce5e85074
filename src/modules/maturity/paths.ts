/** Addresses of the module's screens (modules.md 2). */
export const maturityPaths = {
  home: '/cybermaturity',
  assessment: '/cybermaturity/assessment',
  start: '/cybermaturity/assessment/start',
  questionPattern: '/cybermaturity/assessment/:nextQuestion',
  question: (questionId: string): string => `/cybermaturity/assessment/${encodeURIComponent(questionId)}`,
  report: '/cybermaturity/report',
} as const;
