import { routes } from '#platform/server/serve.ts';
import { sendingContract } from '../contract.ts';
import { openReport, report } from './reports.ts';

export const sendingRoutes = routes(sendingContract, { openEmailReport: openReport, reportEmail: report });
