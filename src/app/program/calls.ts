import type { Routes } from '#platform/server/http/serve.ts';
import { modules } from '../modules.ts';

/** Every module's calls, by the name that the API's description groups them under. */
export const moduleRoutes: Record<string, Routes> = Object.assign({}, ...modules.map(({ calls }) => calls));
