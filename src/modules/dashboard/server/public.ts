/** What the page's first answer needs. */
export { dashboardAnswer } from './activity.ts';
/** For the weekly summary by mail. */
export { topActions } from './topActions.ts';
