/** What the dashboard's card says; it hides with an empty list. */
export { marketplaceSummary } from './marketplace.ts';
