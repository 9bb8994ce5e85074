/** What the page's first answer needs. */
export { memberAnswer } from './organizations.ts';
/** What an operator does. */
export { putFileVersionBack } from './catalog/operator.ts';
export { addStaff, listStaff, removeStaff, StaffError } from './members.ts';
