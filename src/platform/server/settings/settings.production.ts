import { isIP } from 'node:net';
import { isGuessable } from '../secrets/secretStrength.ts';
import { SettingsError, type Variables } from './settings.variables.ts';

/** Secrets that an attacker could guess at from outside, or offline from one signed link. */
const ownSecrets = [
  'SECRET_KEY',
  'METRICS_TOKEN',
  'CHARGEBEE_WEBHOOK_PASSWORD',
  'SIGNUP_TRIGGER_SECRET',
] as const;

/** The widest private network has 8 bits of IPv4 or 7 of IPv6; any network that is wider holds strangers. */
function isTooWide(network: string): boolean {
  const [address = '', given] = network.split('/');
  if (given === undefined || isIP(address) === 0) return false;
  const bits = Number(given);
  if (isIP(address) === 4) return bits < 8;
  if (/^::(ffff:)?/i.test(address) && bits > 0) return bits < 104;
  return bits < (/^f[cd]/i.test(address) ? 7 : 16);
}

/** 256 networks of 8 bits are the whole internet: what holds a third of it is no list of proxies. */
const coversInternet = (networks: readonly string[]): boolean =>
  new Set(networks.filter((network) => network.endsWith('/8')).map((network) => network.split('.')[0])).size >
  80;

function refuseOpenProxies(trusted: Variables['TRUST_PROXY']): void {
  if (trusted === true)
    throw new SettingsError(
      'TRUST_PROXY=true lets every caller choose the address that limits and logs see: name the proxies by address or network, or say how many there are.',
    );
  if (!Array.isArray(trusted)) return;
  const wide = trusted.find(isTooWide);
  if (wide ?? coversInternet(trusted))
    throw new SettingsError(
      `TRUST_PROXY names ${wide ? `the network ${wide}` : 'networks'} that strangers are in, so every caller could choose the address that limits and logs see: name only your proxies.`,
    );
}

function refuseGuessableSecrets(v: Variables): void {
  for (const name of ownSecrets) {
    const value = v[name];
    if (value !== undefined && (value.length < 16 || isGuessable(value)))
      throw new SettingsError(
        `${name} can be guessed: set it to random characters, for example with: node -p "crypto.randomBytes(36).toString('base64url')".`,
      );
  }
}

function refuseUnnamedSandbox(v: Variables): void {
  if (v.BILLING === undefined && !v.CHARGEBEE_SITE)
    throw new SettingsError(
      'CHARGEBEE_SITE is needed in production, because the billing sandbox sells every plan for a test card: set CHARGEBEE_*, or BILLING=sandbox to use the sandbox all the same.',
    );
}

/** What an installation on the internet may not be started with; throws `SettingsError` with one sentence. */
export function requireProduction(v: Variables): void {
  if (v.DATABASE_URL && !v.SECRET_KEY)
    throw new SettingsError(
      'SECRET_KEY is needed in production with DATABASE_URL, the same on every server: set it to at least 32 random characters.',
    );
  refuseOpenProxies(v.TRUST_PROXY);
  if (!v.PUBLIC_URL)
    throw new SettingsError(
      'PUBLIC_URL is needed in production: the address at which people reach the portal.',
    );
  if (!v.PUBLIC_URL.startsWith('https:'))
    throw new SettingsError(
      'PUBLIC_URL must begin with https:// in production: without encryption, anyone on the way can read passwords and take over sessions.',
    );
  if (!v.SMTP_URL)
    throw new SettingsError(
      'SMTP_URL and MAIL_FROM are needed in production: without a mail server nobody could confirm an address.',
    );
  refuseGuessableSecrets(v);
  refuseUnnamedSandbox(v);
  const open = v.SCAN_ALLOW_PRIVATE.find(({ orgId }) => orgId === null);
  if (open)
    throw new SettingsError(
      `SCAN_ALLOW_PRIVATE opens ${open.place} to every organization: in production, write ${open.place}=ORGANIZATION-ID for the one that may scan it.`,
    );
}
