import { routes } from '#platform/server/serve.ts';
import { insuranceContract } from '../contract.ts';
import { insuranceNotice } from './notice.ts';

export const insuranceRoutes = routes(insuranceContract, { insuranceNotice });
