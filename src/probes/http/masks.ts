const star = (value: string): string => {
  const clean = value.trim();
  if (clean.length <= 12) return '***';
  return `${clean.slice(0, 4)}***${clean.length > 24 ? clean.slice(-2) : ''}`;
};

/** Passes the checksum of payment card numbers (ISO/IEC 7812-1). */
export function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return digits.length >= 13 && digits.length <= 19 && !/^(\d)\1+$/.test(digits) && sum % 10 === 0;
}

// A short word must stand by itself (compass is no pass); the longer ones end many names (clientSecret, stripe_api_key).
const secretNames = String.raw`(?<![A-Za-z0-9])(?:pass(?:phrase)?|pwd|secret\w{0,40}|app_key|_auth|dsn)|passwd|password|secret|token|api_?key|access_?key|private_?key|accountkey`;
const assignment = new RegExp(
  String.raw`((?:${secretNames})["']?\s{0,20}(?:=>|[:=])\s{0,20})(["']?)([^\s"'<>&;,]{3,})`,
  'gi',
);

/** Shows only the start of a secret: enough to find it, not enough to use it. */
export function maskSecret(value: string): string {
  return star(value);
}

/** Takes passwords, tokens, cookie values, card numbers and key material out of a piece of text. */
export function maskText(text: string): string {
  return text
    .replace(
      /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[\s\S]*?(-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
      '$1 *** $2',
    )
    .replace(/^((?:proxy-)?authorization:\s*\w+\s+)\S.*$/gim, '$1***')
    .replace(
      /^(cookie:\s*)(.*)$/gim,
      (_all, head: string, value: string) => head + value.replace(/=[^;]*/g, '=***'),
    )
    .replace(/^(set-cookie:\s*[^=;\s]+=)[^;\r\n]*/gim, '$1***')
    .replace(/([a-z]:\/\/[^\s:/@'"]{1,64}:)[^\s@/'"]{1,128}@/gi, '$1***@')
    .replace(/\beyJ[\w-]{8,4000}\.[\w-]{8,4000}\.[\w-]*/g, (token) => star(token))
    .replace(
      /\b(?:AKIA|ASIA|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|sk_live_|rk_live_|sk-|SG\.|npm_|shpat_|dop_v1_|AIza)[\w.-]{12,}/g,
      star,
    )
    .replace(/(\$2[aby]\$\d\d\$|\$apr1\$|\$[156]\$|\{SHA\})[^\s:<"']{8,}/g, '$1***')
    .replace(
      assignment,
      (_all, head: string, quote: string, value: string) =>
        `${head}${quote}${/^\*+$/.test(value) ? value : star(value)}`,
    )
    .replace(/\b\d(?:[ -]?\d){12,18}\b/g, (found) => {
      const digits = found.replace(/\D/g, '');
      return isCardNumber(digits) ? `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}` : found;
    });
}
