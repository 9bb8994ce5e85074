import { routes } from '#platform/server/serve.ts';
import { plansContract } from '../contract.ts';
import { readPlanProfile } from './profile.ts';

export const plansRoutes = routes(plansContract, { featureUsageProfile: readPlanProfile });
