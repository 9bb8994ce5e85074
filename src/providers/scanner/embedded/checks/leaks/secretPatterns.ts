import { crc32 } from 'node:zlib';

/** Keys that services hand out for use in pages (Google, Firebase, Stripe pk_) are none: they have to be public. */
type SecretKind = 'critical' | 'key';
export type Secret = { name: string; kind: SecretKind; value: string; match: string; certain: boolean };

export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Newer tokens of GitHub and npm end in a checksum of themselves: six base-62 digits of a CRC-32. */
export function hasTokenChecksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  let sum = crc32(body.slice(0, -6));
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = base62[sum % 62]! + digits;
    sum = Math.floor(sum / 62);
  }
  return digits === body.slice(-6);
}

const placeholder =
  /example|sample|dummy|placeholder|your[_-]?|changeme|change[_-]me|insert|replace|xxxx|\*{3}|todo|test[_-]?key|foobar|lorem|undefined|null|redacted|\$\{|\{\{|<%|%s|process\.env|abcdef|012345|123456/i;

/** Words joined by dashes name something; keys have long runs, and passwords signs of their own. */
function isRandomValue(value: string, match: RegExpExecArray): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value) || /^[a-z]+([._-][a-z]+)*\d{0,2}$/i.test(value))
    return false;
  // Stripe gives such values to the page of each payment; publishable keys are for pages too.
  if (/^(?:pi|seti|cs|src|vss)_\w+_secret_|^(?:pk|rpk)_(?:live|test)_/.test(value)) return false;
  if (/pass/i.test(match[1] ?? '')) return true;
  return value.split(/[^A-Za-z0-9]/).some((run) => run.length >= 12 && /\d/.test(run) && /[a-z]/i.test(run));
}

type Pattern = {
  name: string;
  kind: SecretKind;
  pattern: RegExp;
  check?: (value: string, match: RegExpExecArray) => boolean;
  entropy?: number;
};

const of = (
  name: string,
  kind: SecretKind,
  pattern: RegExp,
  more: Pick<Pattern, 'check' | 'entropy'> = {},
): Pattern => ({ name, kind, pattern, ...more });

const patterns: readonly Pattern[] = [
  of(
    'Private key',
    'critical',
    /-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-----(?:\\n|\\r|\s)+([A-Za-z0-9+/=\\\s:,-]{100,4000})/g,
    { entropy: 4 },
  ),
  of(
    'Amazon Web Services secret key',
    'critical',
    /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z2-7]{16}\b[\s\S]{0,200}?["'=:\s]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    { entropy: 4.2 },
  ),
  of('Amazon Web Services access key id', 'key', /\b((?:AKIA|ASIA)[A-Z2-7]{16})\b/g, { entropy: 3 }),
  of('GitHub token', 'critical', /\b(gh[pousr]_[A-Za-z0-9]{36})\b/g, { check: hasTokenChecksum }),
  of('GitHub fine-grained token', 'critical', /\b(github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/g, {
    entropy: 4,
  }),
  of('npm token', 'critical', /\b(npm_[A-Za-z0-9]{36})\b/g, { check: hasTokenChecksum }),
  of('GitLab token', 'critical', /\b(glpat-[\w-]{20})\b/g, { entropy: 3.5 }),
  of('Stripe secret key', 'critical', /\b((?:sk|rk)_live_[0-9a-zA-Z]{24,99})\b/g, { entropy: 3.5 }),
  of('Slack token', 'critical', /\b(xox[bpars]-\d{10,13}-[\w-]{20,80})\b/g, { entropy: 3 }),
  of(
    'Slack webhook',
    'key',
    /https:\/\/hooks\.slack\.com\/services\/(T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24})\b/g,
    { entropy: 3.5 },
  ),
  of('SendGrid key', 'critical', /\b(SG\.[\w-]{22}\.[\w-]{43})\b/g, { entropy: 4 }),
  of('Mailgun key', 'critical', /\b(key-[0-9a-f]{32})\b/g, { entropy: 3.2 }),
  of('Mailchimp key', 'critical', /\b([0-9a-f]{32}-us\d{1,2})\b/g, { entropy: 3.2 }),
  of('Twilio key', 'critical', /twilio[\s\S]{0,80}?\b(SK[0-9a-f]{32})\b/gi, { entropy: 3.2 }),
  of('OpenAI key', 'critical', /\b(sk-(?:proj-|svcacct-)?[\w-]{16,90}T3BlbkFJ[\w-]{16,90})\b/g, {
    entropy: 4,
  }),
  of('Anthropic key', 'critical', /\b(sk-ant-(?:api|admin)\d\d-[\w-]{80,120})/g, { entropy: 4 }),
  of('Shopify token', 'critical', /\b(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})\b/g, { entropy: 3 }),
  of('DigitalOcean token', 'critical', /\b(do[opr]_v1_[0-9a-f]{64})\b/g, { entropy: 3.2 }),
  of('Square token', 'critical', /\b(sq0csp-[\w-]{43}|EAAA[\w-]{60})\b/g, { entropy: 4 }),
  of('Telegram bot token', 'critical', /\b(\d{8,10}:AA[\w-]{33})\b/g, { entropy: 4 }),
  of('Azure storage key', 'critical', /AccountKey=([A-Za-z0-9+/]{86}==)/g, { entropy: 4.5 }),
  of(
    'Google service account',
    'critical',
    /"type"\s*:\s*"service_account"[\s\S]{0,400}?"private_key_id"\s*:\s*"([0-9a-f]{40})"/g,
  ),
  of('Google OAuth client secret', 'critical', /\b(GOCSPX-[\w-]{28})\b/g, { entropy: 3.5 }),
  of(
    'Database address with password',
    'critical',
    /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql):\/\/[^\s:/@"'<>]{1,64}:([^\s:/@"'<>]{3,128})@[\w.-]+/g,
    {
      check: (value) => !/^(pass(word)?|secret|user|pwd|root|postgres|admin|\*+|<.*|\[.*|xxx+)$/i.test(value),
    },
  ),
  of(
    'Secret in a setting',
    'key',
    /["']?\b((?:[a-z]{1,30}[_-]?)?(?:client[_-]?secret|api[_-]?secret|app[_-]?secret|secret[_-]?(?:access[_-]?)?key|private[_-]?key|db[_-]?pass(?:word)?|database[_-]?password|smtp[_-]?pass(?:word)?|auth[_-]?secret|jwt[_-]?secret|encryption[_-]?key))["']?\s*[:=]\s*["'`]([A-Za-z0-9+/=_\-.!@#$%^&*]{12,128})["'`]/gi,
    { check: isRandomValue, entropy: 3.4 },
  ),
];

export function findSecrets(text: string): Secret[] {
  const found = new Map<string, Secret>();
  for (const item of patterns) {
    for (const match of text.matchAll(item.pattern)) {
      const value = match.at(-1)!;
      if (
        found.has(value) ||
        placeholder.test(
          item.name === 'Private key'
            ? value.slice(0, 200)
            : match[0].length < 400
              ? match[0].slice(-200)
              : value,
        )
      )
        continue;
      if (item.entropy !== undefined && entropy(value.replace(/\s|\\n/g, '').slice(0, 200)) < item.entropy)
        continue;
      if (item.check && !item.check(value, match)) continue;
      found.set(value, {
        name: item.name,
        kind: item.kind,
        value,
        match: match[0],
        certain: item.check === hasTokenChecksum || item.kind === 'critical',
      });
    }
  }
  // A key id that belongs to a secret already told is no second finding.
  if (
    [...found.values()].some(
      (secret) => secret.name.endsWith('secret key') && secret.name.startsWith('Amazon'),
    )
  )
    for (const [value, secret] of found)
      if (secret.name === 'Amazon Web Services access key id') found.delete(value);
  return [...found.values()];
}
