import { stackedColumns } from '#platform/server/pdf/charts/charts.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import type { ScanReportInput } from './reportPdf.ts';
import { day, historyOf, number, severities, severityTone, severityWord } from './reportPdf.wording.ts';

/** Issues of the last scans as stacked columns, high on top. */
export function drawHistory(pdf: Pdf, input: ScanReportInput): void {
  const history = historyOf(input);
  const upwards = severities.toReversed();
  stackedColumns(pdf, {
    series: upwards.map((severity) => ({ name: severityWord[severity], tone: severityTone[severity] })),
    columns: history.map((scan) => ({
      at: new Date(scan.finishedAt),
      day: day(scan.finishedAt),
      values: [scan.lows, scan.mediums, scan.highs],
    })),
    alt: `Issues in the last ${history.length === 1 ? 'scan' : `${history.length} scans`}. ${history
      .map(
        (scan) =>
          `${day(scan.finishedAt)}: ${number(scan.highs)} high, ${number(scan.mediums)} medium, ${number(scan.lows)} low.`,
      )
      .join(' ')}`,
    height: 94,
  });
}
