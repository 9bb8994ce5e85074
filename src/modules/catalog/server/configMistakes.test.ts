import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import { loadCatalog } from './testing/loadCatalog.ts';
import { toMailBrand, toPdfBrand } from './documents.ts';

const shipped = path.resolve(import.meta.dirname, '../../../../config');
const publicUrl = 'http://localhost:4000';

const mistakes: [file: string, from: string | RegExp, to: string, sentence: string][] = [
  [
    'brands.yaml',
    "accent: '#0f766e'",
    'accent: teal',
    "config/brands.yaml: brands[0].colours.accent must be a colour such as '#0f766e' (in quotes).",
  ],
  [
    'brands.yaml',
    'radius: square',
    'radius: round',
    'config/brands.yaml: brands[1].radius must be rounded or square.',
  ],
  [
    'brands.yaml',
    'helpCenter: https://help.cybersafety.example',
    'helpCenter: javascript:alert(1)',
    'config/brands.yaml: brands[0].helpCenter must be a web address such as https://example.com/page.',
  ],
  [
    'brands.yaml',
    '    brandNameShort: Harborline\n',
    '',
    'config/brands.yaml: brands[1].brandNameShort is missing; it must be text.',
  ],
  [
    'brands.yaml',
    'conciergeEmail',
    'conciergeMail',
    'config/brands.yaml: brands[0].conciergeEmail is missing; it must be an e-mail address.',
  ],
  [
    'brands.yaml',
    'hosts: []',
    'host: []',
    "config/brands.yaml: brands[0] has the unknown name 'host'; check its spelling.",
  ],
  [
    'brands.yaml',
    'defaultBrand: cyber-safety',
    'defaultBrand: acme',
    "config/brands.yaml: defaultBrand names the brand 'acme', which does not exist; there are cyber-safety, harborline.",
  ],
  [
    'brands.yaml',
    'brandLogo: logo.svg',
    'brandLogo: ../../secret.svg',
    'config/brands.yaml: brands[0].brandLogo must be the name of an SVG file in the folder of the brand, such as logo.svg.',
  ],
  [
    'brands.yaml',
    'brandMark: mark.svg',
    'brandMark: logo.svg',
    'config/brands/cyber-safety/logo.svg: must be square.',
  ],
  [
    'brands.yaml',
    'brandMark: mark.svg',
    'brandMark: none.svg',
    'config/brands/cyber-safety/none.svg: cannot be read (ENOENT).',
  ],
  [
    'plans.yaml',
    'planPrice: 4900',
    'planPrice: 49.50',
    'config/plans.yaml: plans[2].planPrice must be a whole number from 0 to 10000000.',
  ],
  [
    'plans.yaml',
    'planId: premium',
    'planId: plus',
    "config/plans.yaml: plans[4].planId 'plus' is there twice.",
  ],
  [
    'plans.yaml',
    'probelyNumberOfTargets: 15',
    'probelyNumberOfTargets: 0',
    'config/plans.yaml: plans[4].probely is true, so probelyNumberOfTargets must be above 0 and probelyScanFrequency must name a frequency.',
  ],
  [
    'plans.yaml',
    'chargebeePlanId: plus-USD-monthly',
    '',
    'config/plans.yaml: plans[3].chargebeePlanId is missing: a plan with a price needs one.',
  ],
  [
    'plans.yaml',
    '[QUARTERLY]',
    '[YEARLY]',
    'config/plans.yaml: plans[1].probelyScanFrequency[0] must be one of QUARTERLY, MONTHLY, WEEKLY, DAILY.',
  ],
  [
    'plans.yaml',
    'discountPercentage: 20',
    'discountPercentage: 120',
    'config/plans.yaml: coupons[0].discountPercentage must be at most 100.',
  ],
  [
    'channels.yaml',
    'defaultPlan: free',
    'defaultPlan: gold',
    "config/channels.yaml: channels[2].defaultPlan names the plan 'gold', which does not exist; there are trial, free, essential, plus, premium.",
  ],
  [
    'channels.yaml',
    'coupons: [CHAMBER20]',
    'coupons: [OTHER]',
    "config/channels.yaml: channels[1].eligiblePlans[1].coupons names the coupon 'OTHER', which does not exist; there are CYBER20, CHAMBER20, CHAMBER30, WELCOME10.",
  ],
  [
    'channels.yaml',
    'plan: plus\n        planDiscountMessage',
    'plan: plus\n        planDiscount',
    "config/channels.yaml: channels[1].eligiblePlans[1] has the unknown name 'planDiscount'; check its spelling.",
  ],
  [
    'channels.yaml',
    'id: BROKER',
    'id: start',
    "config/channels.yaml: subscriptionIds: 'start' is there twice.",
  ],
  [
    'channels.yaml',
    'brandId: harborline\n    defaultForBrand: true',
    'brandId: harborline',
    "config/channels.yaml: no channel has defaultForBrand: true for the brand 'harborline'; set it on exactly one.",
  ],
  [
    'channels.yaml',
    'validUntil: 2025-06-30',
    'validUntil: June',
    'config/channels.yaml: channels[3].validUntil must be a day written as 2026-12-31.',
  ],
  [
    'brands/cyber-safety/logo.svg',
    '<title>',
    '<script>alert(1)</script><title>',
    'config/brands/cyber-safety/logo.svg: has a <script> element; only shapes can be used (turn text into paths).',
  ],
  [
    'brands/cyber-safety/logo.svg',
    '<svg ',
    '<svg onload="alert(1)" ',
    'config/brands/cyber-safety/logo.svg: has the attribute onload, which could run a script.',
  ],
  [
    'brands/cyber-safety/logo.svg',
    '<path ',
    '<path style="fill:url(https://evil.test/x)" ',
    'config/brands/cyber-safety/logo.svg: refers to something outside itself.',
  ],
  [
    'brands/cyber-safety/logo.svg',
    /viewBox="[^"]*"/,
    '',
    'config/brands/cyber-safety/logo.svg: has no usable viewBox.',
  ],
  [
    'brands/cyber-safety/logo.svg',
    '<svg ',
    '<!DOCTYPE svg><svg ',
    'config/brands/cyber-safety/logo.svg: is not plain SVG.',
  ],
];

describe('a mistake in the configuration is one clear sentence', () => {
  let configDir: string;
  beforeEach(() => {
    configDir = path.join(temporaryFolder('config'), 'config');
    cpSync(shipped, configDir, { recursive: true });
  });
  const edit = (file: string, from: string | RegExp, to: string) => {
    const text = readFileSync(path.join(configDir, file), 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    writeFileSync(path.join(configDir, file), changed);
  };
  const problem = () => {
    try {
      loadCatalog({ configDir, publicUrl });
    } catch (error) {
      return (error as Error).message;
    }
    return 'none';
  };

  test.each(mistakes)('%s: %s → %s', (file, from, to, sentence) => {
    edit(file, from, to);
    expect(problem()).toBe(sentence);
  });

  it('names the line where a file is not YAML', () => {
    edit('channels.yaml', 'channels:', 'channels: [');
    expect(problem()).toMatch(/^config\/channels\.yaml: line \d+ is not YAML: .+\.$/);
  });

  it('names the file that is not there', () => {
    expect(() => loadCatalog({ configDir: '/nowhere/config', publicUrl })).toThrow(
      'config/brands.yaml: cannot be read (ENOENT); CONFIG_DIR is /nowhere/config.',
    );
  });

  it('shows a logo that is more than plain paths on pages, and writes the name instead in PDF and mails', () => {
    edit('brands/harborline/logo.svg', '<path ', '<rect width="4" height="4"/><path ');
    const brand = loadCatalog({ configDir, publicUrl }).brands.get('harborline')!;
    expect([toPdfBrand(brand).logo, toMailBrand(brand).logo]).toEqual([undefined, undefined]);
  });
});
