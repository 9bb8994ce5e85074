/** What the page's first answer needs. */
export { dashboardAnswer } from './activity.ts';
