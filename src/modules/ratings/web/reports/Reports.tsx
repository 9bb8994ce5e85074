import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconMessageReport from '@tabler/icons-react/dist/esm/icons/IconMessageReport.mjs';
import { dayWords } from '#platform/days.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { RatingTrend, type TrendPoint } from '#ui/chart/RatingTrend.tsx';
import { bands, chartScale, type RatingsData } from '../../entities.ts';
import { useSnapshot } from '../changes.ts';
import { samplePdf } from '../queries.ts';
import classes from '../Ratings.module.css';
import type { ShowDialog } from '../RatingsDialogs.tsx';
import { Sample } from '../states.tsx';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
/** modules.md 9: the borders of the bands are drawn only over many points. */
const pointsForBands = 100;

/** Oldest first, with the reasons of each day on which the rating moved. */
function pointsOf({ ratings, changes }: RatingsData): TrendPoint[] {
  const moved = new Map(changes.map((change) => [change.date, change.reasons.map(({ text }) => text)]));
  return ratings.toReversed().map(({ rating, rating_date: date }) => {
    const events = moved.get(date);
    return { date, label: dayWords(date), value: rating, ...(events ? { events } : {}) };
  });
}

/** The report itself where the browser shows PDFs in a page; phones mostly do not, and get the ruler of the sample. */
const SamplePreview = () =>
  navigator.pdfViewerEnabled ? (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the file is the portal's own
    <iframe
      className={`${classes.preview} block w-full border rounded bg-canvas`}
      src={`${samplePdf()}#toolbar=0&view=FitH`}
      title="Sample snapshot report"
      loading="lazy"
    />
  ) : (
    <Sample />
  );

/** modules.md 2: the snapshot, the detailed report, how the rating went, and a sample. */
export function Reports({
  data,
  url,
  onDialog,
}: {
  data: RatingsData | null;
  url: string;
  onDialog: ShowDialog;
}) {
  const snapshot = useSnapshot();
  return (
    <>
      <div className={`${classes.reports} grid-cols-2 grid gap-6`}>
        <Panel
          title="Snapshot Report"
          description="Your rating, every risk vector and what to do, as a PDF to forward."
        >
          <Button
            disabled={!data}
            loading={snapshot.isPending}
            onClick={() => snapshot.mutate({ url, name: `${data?.domain ?? 'rating'} snapshot.pdf` })}
            leftSection={<IconDownload {...icon} />}
          >
            Download Snapshot Report
          </Button>
          {!data && <p className="text-small text-dimmed">Available as soon as there is a rating.</p>}
        </Panel>
        <Panel
          title="Detailed Report"
          description="An expert goes through your findings and writes what to do first."
        >
          <Button
            variant="default"
            disabled={!data}
            onClick={(event) => onDialog({ kind: 'detailed' }, event.currentTarget)}
            leftSection={<IconMessageReport {...icon} />}
          >
            Request Detailed Report
          </Button>
        </Panel>
      </div>
      {data && (
        <Panel
          title="Your rating over time"
          description={
            data.ratings.length > 1
              ? `${data.ratings.length} days with a rating in the past year.`
              : 'Measured once so far. The line starts on the second day.'
          }
        >
          <RatingTrend
            title="Days on which the rating moved"
            points={pointsOf(data)}
            bands={bands}
            scale={chartScale}
            showBands={data.ratings.length > pointsForBands}
            {...(data.industry_grade
              ? { other: { label: 'Industry', value: data.industry_grade.average_rating } }
              : {})}
          />
        </Panel>
      )}
      <Panel
        title="What the report looks like"
        description="A sample with made-up numbers."
        actions={
          <Button
            component="a"
            variant="default"
            href={samplePdf()}
            target="_blank"
            rel="noopener"
            leftSection={<IconEye {...icon} />}
          >
            View sample PDF
          </Button>
        }
      >
        <SamplePreview />
      </Panel>
    </>
  );
}
