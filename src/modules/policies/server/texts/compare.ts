import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import type { policyTextsContract } from '../../contract.ts';
import type { Block } from '../../document.ts';
import { compareTexts } from './compareTexts.ts';
import { contentOf, frozenTemplate, type Company } from './content.ts';
import { readCompany } from '../policies.ts';
import { valuesThatFit } from '../templates/take.ts';
import { policyTemplates } from '../templates/templates.ts';
import { selectVersion, type Version } from '../versions.store.ts';

type Calls = typeof policyTextsContract;

const textOf = (company: Company, of: Version): Block[] => of.frozen?.blocks ?? contentOf(company, of).blocks;

function newestText(company: Company, of: Version): Block[] {
  const template = policyTemplates().get(of.policyId);
  if (!template || !of.template) throw new Refusal('no-such-policy');
  const values = valuesThatFit([...template.values, ...company.specs], of.values);
  return contentOf(company, { template: frozenTemplate(template), values, customHtml: null }).blocks;
}

export const comparePolicy: Handler<Calls['policyCompare']> = async (ctx, asked) => {
  const { policyType, from, to } = asked;
  const { before, after } = await ctx.inOrg(async (db) => {
    const company = await readCompany(ctx, db);
    const versionOf = async (version: number) => {
      const found = await selectVersion(db, policyType, version);
      if (!found) throw new Refusal('no-such-policy');
      return found;
    };
    const older = await versionOf(from);
    return {
      before: textOf(company, older),
      after: to === 'template' ? newestText(company, older) : textOf(company, await versionOf(to)),
    };
  });
  return { data: compareTexts(before, after) };
};
