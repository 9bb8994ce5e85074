import { Fragment } from 'react';

/** A CVSS vector, which breaks between its metrics only. */
export const CvssVector = ({ vector }: { vector: string }) => (
  <span className="text-tiny font-mono wrap-anywhere">
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
