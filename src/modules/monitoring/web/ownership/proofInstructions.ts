import type { WebsiteProofReply } from './ownQueries.ts';

export type Places = NonNullable<WebsiteProofReply['places']>;

/** What a web developer is asked to do, as plain text. */
export function instructions(host: string, { dns, file, meta }: Places): string {
  const ways = [
    ...(dns ? [`Add a DNS record of type TXT\n   Name: ${dns.name}\n   Value: ${dns.value}`] : []),
    `Put a plain text file on the website\n   Address: ${file.url}\n   Content: ${file.value}`,
    `Put this line into the head of ${meta.url}\n   ${meta.tag}`,
  ];
  return [
    `Hello,`,
    `we would like to have ${host} scanned for security weaknesses. For that we need to verify that we own the website. Please do one of these, whichever is easiest for you:`,
    ...ways.map((way, index) => `${index + 1}. ${way}`),
    `Please leave it in place, because it is checked before each scan. The code is not secret: it only shows that we are the ones asking.`,
    `Thank you`,
  ].join('\n\n');
}

/** The same as a mail to be addressed by whoever sends it. */
export const mailOf = (host: string, places: Places): string =>
  `mailto:?subject=${encodeURIComponent(`Please help us verify that we own ${host}`)}&body=${encodeURIComponent(instructions(host, places).replaceAll('\n', '\r\n'))}`;
