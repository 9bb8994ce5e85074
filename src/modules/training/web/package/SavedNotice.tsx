import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCloudCheck from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import classes from './PackagePlayer.module.css';
import type { Saving } from './useSaver.ts';
import { packageMessageOf } from './words.ts';

type SavedNoticeProps = {
  saving: Saving;
  error: unknown;
  finished: boolean;
  score: number | null;
  onRetry: () => void;
};
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function SavedNotice({ saving, error, finished, score, onRetry }: SavedNoticeProps) {
  if (saving === 'failed' || saving === 'refused')
    return (
      <span
        className={`${classes.notice} min-h-10 inline-row gap-2 text-body text-dimmed`}
        data-failed
        role="alert"
      >
        <IconCloudOff {...icon} />
        {saving === 'failed' ? 'Not saved yet. Trying again.' : packageMessageOf(error)}
        {saving === 'failed' && (
          <Button size="compact-sm" variant="default" mih={40} onClick={onRetry}>
            Try now
          </Button>
        )}
      </span>
    );
  return (
    <output className={`${classes.notice} min-h-10 inline-row gap-2 text-body text-dimmed`}>
      {finished ? (
        <>
          <IconCircleCheck {...icon} />
          Finished{score === null ? '' : `, ${score}%`}
        </>
      ) : (
        (saving === 'saved' || saving === 'saving') && (
          <>
            <IconCloudCheck {...icon} />
            {saving === 'saved' ? 'Progress saved' : 'Saving'}
          </>
        )
      )}
    </output>
  );
}
