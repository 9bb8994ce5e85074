/** The first page of a signed-in person. */
export const homePath = '/dashboard';
