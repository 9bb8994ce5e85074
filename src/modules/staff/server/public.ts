/** What the page's first answer needs. */
export { memberAnswer } from './organizations.ts';
/** Who is staff: asked at sign-in and before somebody is made an administrator; nobody is both. */
export { isStaffAddress, selectStaffNames, staffOfPerson } from './members.store.ts';
/** What an operator does. */
export { putFileVersionBack } from './catalog/operator.ts';
export { addStaff, listStaff, removeStaff, StaffError } from './members.ts';
