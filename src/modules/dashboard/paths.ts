export { homePath as dashboardPath } from '#platform/homePath.ts';
