import { fileAddress } from '#platform/web/call.ts';
import type { CatalogCourse } from '../../entities.ts';
import { packageContract, type packageStandards } from '../../packageContract.ts';

type Standard = (typeof packageStandards)[number];
export const standardNames: Record<Standard, string> = { scorm12: 'SCORM 1.2', cmi5: 'cmi5' };

export const packageOf = ({ id, title }: CatalogCourse, standard: Standard): string =>
  fileAddress(packageContract.exportCourse, {
    course: id,
    standard,
    file: `${title.replace(/[^\p{L}\p{N} .-]+/gu, '').trim()} ${standardNames[standard]}.zip`,
  });
