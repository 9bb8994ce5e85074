import { createHash } from 'node:crypto';
import type { PdfVectorLogo } from '../pdf/brand/brand.ts';
import { rasterize } from '../raster.ts';
import { darkGround, ground, type MailImage, type MailLogo } from './brand.ts';

/** Highest and widest that a logo gets in a mail, in points of its page. */
const box = { width: 220, height: 32 } as const;
/** Pixels for each point: sharp on the screens of today. */
const density = 2;

function image(logo: PdfVectorLogo, size: { width: number; height: number }, color: string): MailImage {
  const png = rasterize(logo, { width: size.width * density, height: size.height * density }, color);
  return {
    id: `logo-${createHash('sha256').update(png).digest('hex').slice(0, 16)}`,
    png: png.toString('base64'),
  };
}

/**
 * The logo as mails carry it. The ground is drawn into each picture: programs that turn a mail dark by themselves change the
 * colours of its page and not those of its pictures, and dark letters would be lost on it.
 */
export function mailLogo(light: PdfVectorLogo, dark: PdfVectorLogo): MailLogo {
  const [, , wide, high] = light.viewBox;
  const factor = Math.min(box.width / wide, box.height / high);
  const size = {
    width: Math.max(1, Math.round(wide * factor)),
    height: Math.max(1, Math.round(high * factor)),
  };
  return { ...size, light: image(light, size, ground.canvas), dark: image(dark, size, darkGround.canvas) };
}
