import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { loadCatalog } from './testing/loadCatalog.ts';
import {
  brandForHost,
  brandOfChannel,
  findSignUpCode,
  chooseBrand,
  defaultChannelOf,
  isSignUpCodeExpired,
  planOf,
} from './catalog.ts';
import { toMailBrand, toPdfBrand } from './documents.ts';

const shipped = path.resolve(import.meta.dirname, '../../../../config');
const publicUrl = 'http://localhost:4000';
const catalog = loadCatalog({ configDir: shipped, publicUrl });

describe('the shipped configuration', () => {
  it('has two brands that differ in hue, corners and pictures', () => {
    const [first, second] = [...catalog.brands.values()];
    expect(first!.wire).toMatchObject({
      brandId: 'cyber-safety',
      brandNameLong: 'Cyber Safety',
      radius: 'rounded',
      webDomain: 'localhost',
      webAddress: publicUrl,
    });
    expect(second!.wire).toMatchObject({
      radius: 'square',
      webDomain: 'shield.localhost',
      webAddress: 'http://shield.localhost:4000',
    });
    expect(first!.wire.accent).not.toBe(second!.wire.accent);
    expect(first!.logo.svg).not.toBe(second!.logo.svg);
  });

  it('gives a trial of thirty days, one channel without a trial, and one that is over', () => {
    expect(defaultChannelOf(catalog, catalog.defaultBrand).trial).toEqual({ enabled: true, days: 30 });
    expect(findSignUpCode(catalog, ' broker ')?.channel.trial.enabled).toBe(false);
    const over = findSignUpCode(catalog, 'spring-2025')!;
    expect(isSignUpCodeExpired(over, new Date('2025-07-01T06:59:00Z'))).toBe(false);
    expect(isSignUpCodeExpired(over, new Date('2025-07-01T07:00:00Z'))).toBe(true);
  });

  it('gives trial users five websites at every frequency', () => {
    expect(planOf(catalog, 'TRIAL')).toMatchObject({
      probelyNumberOfTargets: 5,
      probelyScanFrequency: ['QUARTERLY', 'MONTHLY', 'WEEKLY', 'DAILY'],
      showToCustomer: false,
    });
  });

  it('falls back to the smallest plan of the channel for one that was removed', () => {
    expect(planOf(catalog, 'gold', 'chamber').planId).toBe('essential');
    expect(brandOfChannel(catalog, 'removed').wire.brandId).toBe('cyber-safety');
  });

  it('maps brands to documents and mails', () => {
    const brand = catalog.brands.get('harborline')!;
    expect(toPdfBrand(brand)).toMatchObject({
      nameShort: 'Harborline',
      color: '#4a3aa7',
      logo: { viewBox: [0, 0, 172, 40] },
    });
    expect(toMailBrand(brand)).toMatchObject({
      supportAddress: 'support@harborline.example',
      fromAddress: 'portal@harborline.example',
      webAddress: 'http://shield.localhost:4000',
      radius: 'square',
      logo: { width: 138, height: 32 },
    });
    // drawn once, however many mails carry it
    expect(toMailBrand(brand).logo).toBe(toMailBrand(brand).logo);
  });
});

describe('which brand shows', () => {
  const chosen = (by: Parameters<typeof chooseBrand>[1]) => chooseBrand(catalog, by).wire.brandId;
  test.each([
    ['the host', { host: 'shield.localhost:4000', channelId: 'direct', signUpCode: 'START' }, 'harborline'],
    [
      "the organisation's channel",
      { host: 'localhost:4000', channelId: 'harborline', signUpCode: 'START' },
      'harborline',
    ],
    ['the subscription id', { host: 'localhost:4000', channelId: null, signUpCode: 'HARBOR' }, 'harborline'],
    ['the default', { host: 'localhost:4000', signUpCode: 'nobody' }, 'cyber-safety'],
  ])('%s decides', (_by, given, brandId) => expect(chosen(given)).toBe(brandId));

  it('takes no brand from a host that only looks alike', () => {
    expect(brandForHost(catalog, 'shield.localhost.evil.test')).toBeNull();
    expect(brandForHost(catalog, 'notshield.localhost')).toBeNull();
  });
});
