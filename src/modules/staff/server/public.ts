/** What an operator does. */
export { putFileVersionBack } from './catalog/operator.ts';
export { addStaff, listStaff, removeStaff, StaffError } from './members.ts';
