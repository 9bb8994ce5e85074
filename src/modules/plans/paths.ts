export const planPath = '/plan';
