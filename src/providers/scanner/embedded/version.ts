/** Name and version in reports and in the User-Agent. Raise the version when rules change. */
export const engineName = 'WebsiteSafetyScanner';
export const engineVersion = '1.0';

/** `WebsiteSafetyScanner/1.0 (+https://portal.example/scanner)`: tells a site's operator who is asking and where to complain. */
export function engineUserAgent(contactUrl: string): string {
  return `${engineName}/${engineVersion} (+${contactUrl.replace(/[\s()]/g, '')})`;
}
