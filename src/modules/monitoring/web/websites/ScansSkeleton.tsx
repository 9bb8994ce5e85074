import { LoadingText } from '#ui/page/LoadingText.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import classes from './WebsiteScans.module.css';

/** The page before its data, in the places where it will be. */
export function ScansSkeleton() {
  return (
    <div className="stack gap-card">
      <LoadingText>Loading your Website scans...</LoadingText>
      <div className={`${classes.top} grid gap-card`} aria-hidden>
        <SkeletonPanel lines={3} height={190} />
        <SkeletonPanel lines={3} height={190} />
      </div>
      <div aria-hidden>
        <SkeletonPanel lines={6} height={420} />
      </div>
    </div>
  );
}
