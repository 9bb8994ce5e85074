export type Software = {
  product: string;
  /** As the server writes it, such as `8.9p1`; null when it keeps it to itself. */
  version: string | null;
  /**
   * The distribution's own addition, such as `Ubuntu-3ubuntu0.10`: security fixes are ported back, so that the version
   * alone says little.
   */
  distribution: string | null;
};

/** Longest version looked at; what is longer is none. */
const v = String.raw`(\d[\w.+-]{0,30})`;
const patterns: readonly [product: string, pattern: RegExp][] = [
  ['OpenSSH', new RegExp(String.raw`^SSH-[\d.]+-OpenSSH_(?:for_Windows_)?${v}(?: (.{1,80}))?$`, 'i')],
  ['Dropbear', new RegExp(String.raw`^SSH-[\d.]+-dropbear(?:_${v})?`, 'i')],
  ['libssh', new RegExp(String.raw`^SSH-[\d.]+-libssh[-_]?${v}?`, 'i')],
  ['Bitvise SSH Server', new RegExp(String.raw`^SSH-[\d.]+-${v} FlowSsh: Bitvise`, 'i')],
  ['Cisco SSH', new RegExp(String.raw`^SSH-[\d.]+-Cisco-${v}`, 'i')],
  ['ProFTPD', new RegExp(String.raw`ProFTPD(?: ${v})?`, 'i')],
  ['vsftpd', new RegExp(String.raw`\(vsFTPd ${v}\)`, 'i')],
  ['Pure-FTPd', new RegExp(String.raw`Pure-FTPd(?: ${v})?`, 'i')],
  ['FileZilla Server', new RegExp(String.raw`FileZilla Server(?: version)?(?: ${v})?`, 'i')],
  ['Microsoft FTP Service', new RegExp(String.raw`Microsoft FTP Service(?: \(Version ${v}\))?`, 'i')],
  ['Serv-U', new RegExp(String.raw`Serv-U FTP Server v${v}`, 'i')],
  ['Exim', new RegExp(String.raw`\bExim(?: ${v})?`, 'i')],
  ['Postfix', new RegExp(String.raw`\bESMTP Postfix(?: \(?${v}\)?)?(?: \(([\w/ .-]{1,40})\))?`, 'i')],
  ['Sendmail', new RegExp(String.raw`\bSendmail(?: ${v}?(?:/[\w./-]{1,30})?)?`, 'i')],
  ['Microsoft Exchange', new RegExp(String.raw`Microsoft ESMTP MAIL Service(?:, Version: ${v})?`, 'i')],
  ['OpenSMTPD', new RegExp(String.raw`\bOpenSMTPD(?: ${v})?`, 'i')],
  ['Haraka', new RegExp(String.raw`\bHaraka(?:/| )?${v}?`, 'i')],
  ['hMailServer', new RegExp(String.raw`\bhMailServer(?: ${v})?`, 'i')],
  ['Dovecot', new RegExp(String.raw`\bDovecot(?: \(([\w/ .-]{1,40})\))? ready`, 'i')],
];

/** The software behind a first line (SSH, FTP, SMTP, POP3, IMAP); null when it is not known. Never throws. */
export function readBanner(line: string): Software | null {
  const text = line
    .slice(0, 512)
    .replace(/[\r\n][\s\S]*$/, '')
    .trim();
  for (const [product, pattern] of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    if (product === 'Dovecot') return { product, version: null, distribution: match[1] ?? null };
    return {
      product,
      version: match[1]?.replace(/(?<![.;,-])[.;,-]+$/, '') ?? null,
      distribution: match[2]?.trim() || null,
    };
  }
  return null;
}

/** Text of others made fit to be shown: printable ASCII on one line, at most 200 characters. */
export function printable(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '.')
    .trim()
    .slice(0, 200);
}
