/** For the weekly summary by mail. */
export { topActions } from './topActions.ts';
