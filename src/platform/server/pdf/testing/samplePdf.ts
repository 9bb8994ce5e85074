import type { PdfBrand } from '../brand/brand.ts';
import { finishPdf, openPdf } from '../document.ts';
import type { Pdf } from '../document.ts';
import { readPdf } from './readPdf.ts';
import type { ReadPdf } from './readPdf.ts';

/** Small documents for the tests of the kit. */
export const brand: PdfBrand = {
  nameLong: 'Harbor Cyber Safety',
  nameShort: 'Harbor',
  color: '#0f766e',
  emailDomain: 'harbor.example',
};

export const open = (changes: Partial<Parameters<typeof openPdf>[0]> = {}): Pdf =>
  openPdf({
    brand,
    title: 'A report',
    subject: 'About',
    runningTitle: 'A report',
    footer: 'For Smith & Sons',
    now: new Date('2026-11-20T15:00:00Z'),
    ...changes,
  });

export const render = async (
  write: (pdf: Pdf) => void,
  changes: Partial<Parameters<typeof openPdf>[0]> = {},
): Promise<ReadPdf> => {
  const pdf = open(changes);
  write(pdf);
  return readPdf(await finishPdf(pdf));
};

export const sentence = 'The quick brown fox jumps over the lazy dog. ';
