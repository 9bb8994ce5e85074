import { Fragment } from 'react';

/** An address of a website that is broken before a dot or slash where it does not fit. */
export const WebAddress = ({ children }: { children: string }) => (
  <bdi>
    {children.split(/(?<=[^/])(?=[./])/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
);
