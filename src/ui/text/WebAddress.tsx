import { createElement } from 'react';

/** An address of a website that is broken before a dot or slash where it does not fit. */
export const WebAddress = ({ children }: { children: string }) =>
  createElement(
    'bdi',
    null,
    ...children
      .split(/(?<=[^/])(?=[./])/)
      .flatMap((part, i) => (i > 0 ? [createElement('wbr'), part] : [part])),
  );
