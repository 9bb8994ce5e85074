import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { OrgScope } from '#platform/server/ctx.ts';
import { privateTargetsOf } from '#platform/server/settings/privateTargets.ts';
import { SettingsError, type Settings } from '#platform/server/settings/settings.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { isOtherService } from '../../ports.ts';
import type { WebAddress } from '../../rules.ts';

const domain = z
  .string()
  .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be a domain in lower case, such as example.org');
const topSitesFile = z.strictObject({
  asOf: z.iso.date(),
  withSubdomains: z.array(domain),
  hostOnly: z.array(domain),
});
const restrictionsFile = z.strictObject({
  blocked: z.array(z.strictObject({ domain, reason: z.string().trim().max(300).default('') })).default([]),
});

const contentFile = path.resolve(import.meta.dirname, '../../../../../content/monitoring/top-sites.yaml');

function readYaml<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new SettingsError(`${file}: ${issue.path.join('.') || 'the file'} ${issue.message}.`);
}

/** Reads the operator's list; a folder without one blocks nothing. Throws `SettingsError` with one sentence. */
function readBlocked(configDir: string) {
  const file = path.join(configDir, 'scan-restrictions.yaml');
  try {
    readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  }
  return readYaml(file, restrictionsFile).blocked;
}

type Lists = { top: z.output<typeof topSitesFile>; blocked: z.output<typeof restrictionsFile>['blocked'] };
const loaded = new Map<string, Lists>();
function listsOf({ configDir }: Pick<Settings, 'configDir'>): Lists {
  const known = loaded.get(configDir);
  if (known) return known;
  const lists = { top: readYaml(contentFile, topSitesFile), blocked: readBlocked(configDir) };
  loaded.set(configDir, lists);
  return lists;
}

const isBelow = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`);
const bareHost = (host: string) => host.replace(/^www\./, '');

// names that never lead to a website on the internet (RFC 6761, 6762, 8375 and names of inside networks)
const reservedEndings = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
  'arpa',
];

/** The portal itself, under any brand's name. */
function isOwnPortal(settings: Settings, address: WebAddress): boolean {
  const own = new URL(settings.publicUrl);
  const ownPort = own.port === '' ? (own.protocol === 'https:' ? 443 : 80) : Number(own.port);
  const isThisMachine = (host: string) =>
    /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) || host.endsWith('.localhost');
  if (isThisMachine(address.host)) return address.port === ownPort;
  if (address.host === own.hostname) return true;
  return [...catalogOf(settings).brands.values()].some(({ wire, entry }) =>
    [wire.webDomain, ...entry.hosts].some((host) => !isThisMachine(host) && isBelow(address.host, host)),
  );
}

export type Restriction = { kind: 'restricted' | 'top-site' | 'unresolved'; reason: string };

type Scope = Pick<OrgScope, 'settings' | 'orgId'>;

/** The inside addresses that the operator opened to this organization, as the scanner takes them. */
export const openedTo = ({ settings, orgId }: Scope): string[] =>
  privateTargetsOf(settings.scan.allowPrivate, orgId);

/** True where the operator opened this very address to the organization. */
export const isOpened = (scope: Scope, { host, port }: Pick<WebAddress, 'host' | 'port'>): boolean =>
  openedTo(scope).includes(`${host}:${port}`);

/** What speaks against a scan of this address without asking anybody. */
function knownRestriction(scope: Scope, address: WebAddress): Restriction | null {
  const { settings } = scope;
  if (isOwnPortal(settings, address))
    return { kind: 'restricted', reason: 'This is the address of the portal itself.' };
  const { top, blocked } = listsOf(settings);
  const block = blocked.find((entry) => isBelow(address.host, entry.domain));
  if (block) return { kind: 'restricted', reason: block.reason || `${address.host} may not be scanned.` };
  if (isOpened(scope, address)) return null;
  if (isOtherService(address.port))
    return {
      kind: 'restricted',
      reason: `Port ${address.port} belongs to another kind of service. Only websites can be scanned.`,
    };
  if (
    top.withSubdomains.some((site) => isBelow(address.host, site)) ||
    top.hostOnly.includes(bareHost(address.host))
  )
    return {
      kind: 'top-site',
      reason: `${address.host} is one of the best-known websites of the world, not a website of your organization.`,
    };
  const ending = address.host.split('.').at(-1)!;
  if (reservedEndings.includes(ending))
    return { kind: 'restricted', reason: `${address.host} is not an address on the public internet.` };
  return null;
}

/** Why an address may not be scanned, or null when it may. Asks the DNS, so never inside a transaction. */
export async function restrictionOf(
  ctx: Scope & Pick<OrgScope, 'providers'>,
  address: WebAddress,
): Promise<Restriction | null> {
  const known = knownRestriction(ctx, address);
  if (known) return known;
  const permission = await ctx.providers.scanner.mayScan(address.url, { allowPrivate: openedTo(ctx) });
  if (permission.allowed) return null;
  if (permission.code === 'unresolved') return { kind: 'unresolved', reason: permission.reason };
  // which address a name has inside the operator's network is nobody else's business
  return { kind: 'restricted', reason: `${address.host} does not lead to a website on the public internet.` };
}
