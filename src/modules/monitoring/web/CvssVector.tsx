import { Fragment } from 'react';
import classes from './Findings.module.css';

/** A CVSS vector, which breaks between its metrics only. */
export const CvssVector = ({ vector }: { vector: string }) => (
  <span className={classes.code}>
    {vector.split('/').map((metric, index) => (
      <Fragment key={metric}>
        {index > 0 && (
          <>
            /<wbr />
          </>
        )}
        {metric}
      </Fragment>
    ))}
  </span>
);
