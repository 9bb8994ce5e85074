/** What the dashboard's card says; it hides with an empty list. */
export { marketplaceSummary } from './marketplace.ts';
/** Serves the pictures of partners. */
export { registerPartnerLogos } from './logos.ts';
/** Reads and checks the list of partners, at the start of a program. Throws `ConfigError` with one sentence. */
export { partnersOf as loadPartners } from './partners.ts';
