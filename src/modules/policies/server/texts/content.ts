import { createHash } from 'node:crypto';
import { boundedCache } from '#platform/server/memory/boundedCache.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import type { Block, GivenValues, ValueSpec } from '../../document.ts';
import { fill, toHtml } from '../../fill.ts';
import { holdingValues, missingValues } from '../../values.ts';
import type { CompanyRow } from '../company.store.ts';
import { readCustomText } from './customText.ts';
import { companySpecs } from '../templates/fields.ts';
import { policyTemplates, type PolicyTemplate } from '../templates/templates.ts';
import type { FrozenTemplate, Version } from '../versions.store.ts';

/** What an installation and an organisation say for all policies. */
export type Company = CompanyRow & { specs: ValueSpec[]; defaults: GivenValues };

/** What stands in for values that a policy leaves out, beside the defaults of its template. */
export function companyOf(ctx: Pick<BaseCtx, 'settings'>, row: CompanyRow): Company {
  const specs = companySpecs({ reviewMonths: catalogOf(ctx.settings).reviewMonths });
  const ownDefaults = { ...defaultsOf(specs), companyName: row.companyName };
  return { ...row, specs, defaults: holdingValues(specs, row.given, ownDefaults) };
}

const defaultsOf = (specs: readonly ValueSpec[]): GivenValues =>
  Object.fromEntries(specs.flatMap((spec) => (spec.default === undefined ? [] : [[spec.key, spec.default]])));

/** A template as versions keep it. */
export function frozenTemplate(template: PolicyTemplate): FrozenTemplate {
  const { summary, minutes, values, blocks, maps } = template;
  const related = template.related.map((id) => ({ id, name: policyTemplates().get(id)?.name ?? id }));
  return { summary, minutes, values, blocks, maps, related };
}

export type Content = {
  specs: ValueSpec[];
  defaults: GivenValues;
  /** Values that hold. */
  values: GivenValues;
  blocks: Block[];
  /** As HTML. */
  text: string;
  missing: ValueSpec[];
};

type OwnText = { blocks: Block[]; text: string };

// parsing a text of 400,000 characters takes far longer than other calls, and every view of a policy needs it
const ownTexts = boundedCache<OwnText>(8e6, ({ text }) => text.length + 1);

function readOwnText(html: string): OwnText {
  const key = hashOfText(html);
  let known = ownTexts.get(key);
  if (!known) {
    const blocks = readCustomText(html);
    known = { blocks, text: toHtml(blocks) };
    ownTexts.set(key, known);
  }
  return known;
}

/** What a text says now, with what the company says now. */
export function contentOf(
  company: Company,
  of: Pick<Version, 'template' | 'values' | 'customHtml'>,
): Content {
  if (!of.template)
    return { specs: [], defaults: {}, values: {}, ...readOwnText(of.customHtml ?? ''), missing: [] };
  const specs = [...of.template.values, ...company.specs];
  const defaults = { ...defaultsOf(of.template.values), ...company.defaults };
  const values = holdingValues(specs, of.values, defaults);
  const blocks = fill(of.template.blocks, values, specs);
  return { specs, defaults, values, blocks, text: toHtml(blocks), missing: missingValues(specs, values) };
}

/** SHA-256 in hexadecimal. */
export const hashOfText = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** What a text is filled from beside the values given: the same template and defaults have the same. */
export const basisOf = (templateVersion: number, defaults: GivenValues): string =>
  hashOfText(
    JSON.stringify([
      templateVersion,
      Object.entries(defaults).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  );
