import { routes } from '#platform/server/serve.ts';
import { maturityContract } from '../contract.ts';
import {
  assessmentConfig,
  readAssessment,
  reconfirm,
  removeAssessment,
  saveAssessment,
} from './assessment.ts';
import { readReport, saveTask, setTarget } from './report.ts';
import { reportPdf } from './reportFile.ts';

export const maturityRoutes = routes(maturityContract, {
  assessmentConfig,
  assessment: (ctx) => readAssessment(ctx),
  saveAssessment,
  removeAssessment,
  report: (ctx) => readReport(ctx),
  saveTask,
  setTarget,
  reconfirm: (ctx) => reconfirm(ctx),
  reportPdf: (ctx) => reportPdf(ctx),
});
