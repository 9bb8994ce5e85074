import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactNode } from 'react';
import classes from './BrandPanel.module.css';
import { DrawingPosture } from '../drawings/DrawingPosture.tsx';

export type BrandPanelProps = {
  heading: ReactNode;
  /** Short promises, three at best. */
  promises?: string[];
};

/** The calm side of the pages before sign-in: what one gets, and a drawing of the product's own shapes. */
export function BrandPanel({ heading, promises }: BrandPanelProps) {
  return (
    <div className={`${classes.panel} h-full flex flex-col justify-center`}>
      <div className={`${classes.drawing} w-full`}>
        <DrawingPosture />
      </div>
      <div className={classes.words}>
        <p className={`${classes.heading} text-page text-balance`}>{heading}</p>
        {promises && promises.length > 0 && (
          <ul className={`${classes.promises} mt-5 flex flex-wrap gap-2 gap-x-6`}>
            {promises.map((promise) => (
              <li key={promise} className={`${classes.promise} row gap-2 text-reading`}>
                <IconCheck size={18} stroke={2} aria-hidden />
                {promise}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
