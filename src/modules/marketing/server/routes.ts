import { routes } from '#platform/server/serve.ts';
import { marketingContract } from '../contract.ts';
import { takeEvent, takeLead } from './leads.ts';

export const marketingRoutes = routes(marketingContract, { analytics: takeLead, track: takeEvent });
