import { Button } from '@mantine/core';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { lazy, Suspense, useState } from 'react';
import classes from './Security.module.css';

const PasswordDialog = lazy(async () => ({ default: (await import('./PasswordDialog.tsx')).PasswordDialog }));

/** The password of the signed-in person, with the way to another one. */
export function PasswordRow() {
  const [changing, setChanging] = useState(false);
  return (
    <div className={classes.row}>
      <span className={classes.mark}>
        <IconKey size={22} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.rowWords}>
        <p className="row flex-wrap gap-1 gap-x-2 font-semibold wrap-anywhere">Password</p>
        <p className="text-dimmed wrap-anywhere">
          Choose a new one if someone else may know it, or if you use it anywhere else.
        </p>
      </div>
      <Button variant="default" onClick={() => setChanging(true)}>
        Change password
      </Button>
      {changing && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  );
}
