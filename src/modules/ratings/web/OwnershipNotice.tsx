import { Button } from '@mantine/core';
import { Panel } from '#ui/page/Panel.tsx';
import type { RatingsData } from '../entities.ts';
import classes from './Ratings.module.css';
import type { ShowDialog } from './RatingsDialogs.tsx';

/** Open ports are looked at for proved domains only: says so, and how to prove it. */
export function OwnershipNotice({ data, onDialog }: { data: RatingsData; onDialog: ShowDialog }) {
  if (data.verified || data.source.id !== 'estimate') return null;
  return (
    <Panel size="small">
      <div className={`${classes.notice} row flex-wrap justify-between gap-3 gap-x-6`}>
        <p>
          <b>Open ports are not checked yet.</b> We check them only for domains with a verified owner. Verify
          that you own {data.domain} with one DNS record or one small file.
        </p>
        <Button variant="default" onClick={(event) => onDialog({ kind: 'ownership' }, event.currentTarget)}>
          Verify domain
        </Button>
      </div>
    </Panel>
  );
}
