import { describe, expect, it } from 'vitest';
import { cspWeaknesses, framingGap, splitPolicies } from '#probes/web/csp.ts';
import { judgeHsts } from '#probes/web/hsts.ts';
import { referrerPolicy } from './sniffing.ts';

describe('cspWeaknesses', () => {
  it.each([
    "default-src 'self'; object-src 'none'; base-uri 'none'",
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src * data:",
    "script-src 'nonce-rAnd0mRand0m' 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; base-uri 'none'",
    "default-src 'self'; script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; object-src 'none'",
    "default-src 'self' https://static.example.com; frame-src https://video.example.net",
    "default-src 'self'; connect-src *; font-src https: data:; media-src http:",
    "default-src https: data:; script-src 'self'; object-src 'none'",
    "default-src 'self'; script-src 'self' https://www.googletagmanager.com https://www.google.com https://www.youtube.com",
    "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'strict-dynamic'; object-src 'none'; base-uri 'self'",
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:",
  ])('has nothing against %s', (policy) => expect(cspWeaknesses(policy)).toEqual([]));

  it.each([
    ["script-src 'self' 'unsafe-inline'; object-src 'none'", /unsafe-inline/],
    ["default-src *; object-src 'none'", /\*/],
    ["default-src 'self'; script-src 'self' https://cdn.jsdelivr.net", /jsdelivr/],
    ["script-src https:; object-src 'none'", /scheme/],
    ["script-src 'self' data:; object-src 'none'", /scheme/],
    ["script-src 'self' 'unsafe-eval'; object-src 'none'", /unsafe-eval/],
    ["script-src 'self'", /object-src/],
    ["script-src 'nonce-rAnd0mRand0m'; object-src 'none'", /base-uri/],
    ["script-src 'self' http://cdn.example.com; object-src 'none'", /unencrypted/],
  ])('sees the gap in %s', (policy, words) => expect(cspWeaknesses(policy).join(' ')).toMatch(words));

  it('splits lists of policies', () =>
    expect(splitPolicies(["default-src 'self', script-src 'none'", ''])).toEqual([
      "default-src 'self'",
      "script-src 'none'",
    ]));
});

describe('framingGap', () => {
  it.each([
    [["frame-ancestors 'none'"], []],
    [["default-src 'self'; frame-ancestors 'self' https://partner.example"], []],
    [["frame-ancestors 'self'"], ['ALLOW-FROM https://x.example']],
    [['frame-ancestors *', "frame-ancestors 'none'"], []],
    [[], ['deny']],
    [[], ['SAMEORIGIN']],
    [[], ['SAMEORIGIN, SAMEORIGIN']],
    [['frame-ancestors'], []],
  ])('accepts %j %j', (policies, options) => expect(framingGap(policies, options)).toBeNull());

  it.each([
    [[], []],
    [["default-src 'self'"], []],
    [[], ['ALLOW-FROM https://x.example']],
    [[], ['ALLOWALL']],
    [['frame-ancestors *'], ['DENY']],
    [['frame-ancestors https:'], []],
  ])('sees the gap in %j %j', (policies, options) => expect(framingGap(policies, options)).not.toBeNull());
});

describe('referrerPolicy', () => {
  it.each([
    [['no-referrer'], 'no-referrer'],
    [['no-referrer, strict-origin-when-cross-origin'], 'strict-origin-when-cross-origin'],
    [['origin', 'nonsense'], 'origin'],
    [['nonsense'], undefined],
    [[], undefined],
  ])('%j is %s', (values, policy) => expect(referrerPolicy(values)).toBe(policy));
});

describe('judgeHsts', () => {
  it.each([
    [undefined, 'missing'],
    ['', 'missing'],
    ['max-age=0', 'missing'],
    ['includeSubDomains', 'missing'],
    ['max-age=3600', 'weak'],
    ['max-age=15552000', 'good'],
    ['max-age="31536000"; includeSubDomains; preload', 'good'],
    ['includeSubDomains; max-age=63072000', 'good'],
  ])('%s is %s', (value, worth) => expect(judgeHsts(value)).toBe(worth));
});
