import { routes } from '#platform/server/serve.ts';
import { closingContract } from '../contract.ts';
import { closeAccount, keepAccount, readClosing } from './closing.ts';

export const closingRoutes = routes(closingContract, { closing: readClosing, closeAccount, keepAccount });
