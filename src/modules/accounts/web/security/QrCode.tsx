import { useMemo } from 'react';
import { renderSVG } from 'uqr';
import classes from './Security.module.css';

/** A text as a QR picture: black on white in either colour scheme, since cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: 2 }))}`,
    [text],
  );
  return (
    <img
      className={`${classes.qr} flex-none border rounded`}
      src={picture}
      width={184}
      height={184}
      alt={label}
    />
  );
}
