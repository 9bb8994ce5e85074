/** What the dashboard shows of this module. */
export { monitoringPart, monitoringSummary, type MonitoringSummary } from './summary.store.ts';
/** What may be told of websites to others. */
export { websiteFacts, type WebsiteFacts } from './websites/websiteFacts.store.ts';
/** Scans, ratings, and the concierge see the same problems. */
export {
  placeKey,
  problemKey,
  problemOfFact,
  problemOfRule,
  problems,
  severityOfIssue,
  websitePlace,
  type Problem,
} from './issues/problems.ts';
export { issuesOfProblem, openProblemsPart } from './issues/issuesOfProblem.store.ts';
/** For the experts who watch over an organisation. */
export { openFindings } from './issues/openFindings.store.ts';
/** For taking an organisation back to how it began. */
export { deleteAllWebsites } from './websites/websites.store.ts';
/** What a week came to, for the summary by mail. */
export { issuesSince } from './week.store.ts';
/** For whoever knows more about an issue. */
export { weaknessOfIssue } from './issues/weaknessOfIssue.ts';
