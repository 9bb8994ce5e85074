import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { shownDay } from '#platform/dates.ts';
import { Banner } from '#ui/notice/Banner.tsx';
import { useKeepAccount } from './queries.ts';

/** Over every page while the account is being closed: when everything is erased, and the way back. */
export function ClosingBanner({ dueAt, mayKeep }: { dueAt: string; mayKeep: boolean }) {
  const keep = useKeepAccount();
  return (
    <Banner
      tone="warning"
      label="Account closing"
      icon={<IconAlertTriangle size={20} stroke={1.5} aria-hidden />}
      action={
        mayKeep ? (
          <Button size="xs" loading={keep.isPending} onClick={() => keep.mutate({})}>
            Keep the account
          </Button>
        ) : undefined
      }
    >
      This account is closing. Everything is erased on {shownDay(dueAt)}.
    </Banner>
  );
}
