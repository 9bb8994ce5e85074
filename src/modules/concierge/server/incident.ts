import path from 'node:path';
import type { Handler } from '#platform/server/http/serve.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { toPdfBrand } from '#modules/catalog/server/public.ts';
import type { conciergeContract } from '../contract.ts';
import { conciergeContent } from './content.ts';
import { renderIncident } from './incidentPdf.ts';
import { brandOf, readerOf } from './reader.ts';

type Calls = typeof conciergeContract;

const pdfName = 'Incident_first_hour.pdf';

/** What to do in the first hour, and whose claims line the brand names. */
export const readIncident: Handler<Calls['incidentGuide']> = async (ctx) => {
  const { insurer } = brandOf(ctx, await readerOf(ctx)).entry;
  const claims = insurer
    ? {
        insurer: insurer.name,
        phone: insurer.claimsPhone ?? insurer.phone,
        hours: insurer.claimsHours ?? insurer.hours,
      }
    : null;
  return { guide: conciergeContent().incident, claims, pdfName };
};

const drawIncident = drawn(path.join(import.meta.dirname, 'incidentPdf.ts'), renderIncident);

/** Every list on paper, to be kept where it can be read without the portal. */
export const printIncident: Handler<Calls['incidentPdf']> = async (ctx) => {
  const [{ guide, claims }, reader] = await Promise.all([readIncident(ctx, {}), readerOf(ctx)]);
  const brand = brandOf(ctx, reader);
  const bytes = await drawIncident(ctx, ctx.orgId, {
    brand: toPdfBrand(brand),
    companyName: reader.companyName,
    guide,
    claims,
    experts: { email: brand.wire.conciergeEmail, schedule: brand.wire.conciergeSchedulingLink },
    now: ctx.now(),
  });
  return { bytes, type: 'application/pdf', name: pdfName, inline: true };
};
