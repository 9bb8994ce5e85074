import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { maturityContract } from '../contract.ts';
import {
  assessmentConfig,
  readAssessment,
  reconfirm,
  removeAssessment,
  saveAssessment,
} from './assessment.ts';
import { evidenceTable } from './evidenceTable.ts';
import { maturityModel } from './model.ts';
import { readReport, saveTask, setTarget } from './report.ts';
import { reportPdf } from './reportFile.ts';

export const maturityModule = {
  calls: {
    maturity: routes(maturityContract, {
      assessmentConfig,
      assessment: (ctx) => readAssessment(ctx),
      saveAssessment,
      removeAssessment,
      report: (ctx) => readReport(ctx),
      saveTask,
      setTarget,
      reconfirm: (ctx) => reconfirm(ctx),
      reportPdf: (ctx) => reportPdf(ctx),
    }),
  },
  readContent: () => {
    maturityModel();
    evidenceTable();
  },
} satisfies ServerModule;
