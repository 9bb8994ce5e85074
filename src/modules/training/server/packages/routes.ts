import { routes } from '#platform/server/http/serve.ts';
import { packageContract } from '../../packageContract.ts';
import { exportCourse } from './exportCourse.ts';
import { importPackage } from './importPackage.ts';
import { openPackage, savePackage } from './learnPackage.ts';
import { editPackage, removePackage } from './packages.ts';

export const packageRoutes = routes(packageContract, {
  exportCourse,
  importPackage,
  editPackage,
  removePackage,
  openPackage,
  savePackage,
});
