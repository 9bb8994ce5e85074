/** What the dashboard asks of this module. */
export { goalsPart } from './organizations.store.ts';
/** For taking an organisation back to how it began. */
export { forgetGoals } from './organizations.store.ts';
/** The people of an organisation who have no account: who signs, and who learns. */
export {
  addressKey,
  addTeamMembers,
  changeTeamPerson,
  cleanPart,
  countUntrained,
  isAddress,
  joinTraining,
  leaveTraining,
  removeTeamMember,
  untrainedTeam,
} from './team.ts';
export type { TeamPerson } from './team.ts';
/** What an industry of the pick list is called. */
export { industryLabel } from '../rules.ts';
/** Makes changes to the people of an organisation wait for one another, until the transaction ends. */
export { lockOrganization } from './admins.store.ts';
