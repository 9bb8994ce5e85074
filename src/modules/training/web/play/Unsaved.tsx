import { Button } from '@mantine/core';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import classes from './Unsaved.module.css';
import player from './Player.module.css';

export const Unsaved = ({ onRetry, busy }: { onRetry: () => void; busy: boolean }) => (
  <div
    className={`${classes.unsaved} border-danger mx-auto ${player.note} row gap-3 leading-5.5 rounded-card px-4 py-3`}
  >
    <IconCloudOff size={20} stroke={1.75} aria-hidden />
    <p>
      <strong>Not saved.</strong> Check your connection and try again; this page keeps what you did.
    </p>
    <Button size="sm" loading={busy} onClick={onRetry}>
      Try again
    </Button>
  </div>
);
