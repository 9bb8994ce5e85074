import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import type { Snapshot, Task } from '../../entities.ts';
import type { StoredAnswer } from '../assessment.store.ts';
import { maturityModel } from '../model.ts';
import { reportOf } from '../report.ts';
import type { MaturityReportInput } from '../reportPdf.ts';
import { standingOf } from '../standing.ts';
import { wholeAssessment, type Answer } from './assessment.ts';

/** Reports for tests and for looking at; an invented company. */

export const brandWithoutLogo: PdfBrand = {
  nameLong: 'Northgate Mutual Insurance Group',
  nameShort: 'Northgate',
  color: '#e0a800',
  emailDomain: 'northgate.example',
};

export type Sample = {
  answers?: Answer[];
  tasks?: Task[];
  snapshots?: Snapshot[];
  companyName?: string;
  target?: number;
};

export const mixedAnswers = (): Answer[] =>
  wholeAssessment(
    { backup: 1, suppliers: 1, identity: 3, awareness: 4, reporting: 5, data: 2, network: 3 },
    2,
  );

/** A report as the portal gathers it, from answers in the order of the portal. */
export function sampleReport({
  answers = mixedAnswers(),
  tasks = [],
  snapshots = [],
  companyName = 'Smith & Sons Lighting, Inc.',
  target = 2,
}: Sample = {}): MaturityReportInput {
  const model = maturityModel();
  const at = new Date('2026-11-18T18:00:00Z');
  const stored: StoredAnswer[] = answers.map(({ questionId, answer, note }) => ({
    questionId,
    answer,
    note: note ?? '',
    answeredBy: 'Ada Vance',
    answeredAt: at,
    contentVersion: model.config.version,
  }));
  const result = { overallLevel: 0, status: 'notCompleted' as const, levels: {} };
  const standing = standingOf(model, { answers: stored, result });
  const report = reportOf(model, standing, {
    companyName,
    tasks,
    snapshots,
    target,
    updatedAt: answers.length > 0 ? at : null,
  });
  return {
    brand: brandWithoutLogo,
    report,
    notApplicable: [],
    reconfirm: false,
    now: new Date('2026-11-20T20:00:00Z'),
  };
}
