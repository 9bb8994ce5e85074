/** Who is staff: asked at sign-in and before somebody is made an administrator; nobody is both. */
export { isStaffAddress, staffOfPerson } from './members.store.ts';
/** What an operator does. */
export { putFileVersionBack } from './catalog/operator.ts';
export { addStaff, listStaff, removeStaff, StaffError } from './members.ts';
/** Which organisations a member of staff may see: for whatever else staff do from their desk. */
export { channelsOf, isVisible, memberOf } from './organizations.ts';
/** The log of what staff do that belongs to no organisation. */
export { recordStaffAct, type StaffAct } from './staffActs.ts';
