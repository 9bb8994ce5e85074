import { routes } from '#platform/server/serve.ts';
import { exportsContract } from '../contract.ts';
import { askForExport, downloadExport, listExports } from './exports.ts';

export const exportsRoutes = routes(exportsContract, {
  exports: listExports,
  makeExport: askForExport,
  export: downloadExport,
});
