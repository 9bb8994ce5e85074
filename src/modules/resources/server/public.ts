/** The page of legal words, for the program that serves pages. */
export { registerDisclaimer } from './disclaimer.ts';
