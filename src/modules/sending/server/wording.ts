import type { BaseCtx } from '#platform/server/ctx.ts';
import { typedBy, type Inline } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { recipientOf } from '#platform/server/mail/thirdParty.ts';
import { oneLine } from '#platform/text.ts';
import { sendingPaths } from '../paths.ts';
import { abouts, type About } from '../rules.ts';

/** Letters of one word that come from alphabets that look alike: no honest name mixes them. */
const mixesAlphabets = (text: string): boolean =>
  text
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) =>
        [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) =>
          script.test(word),
        ).length > 1,
    );

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether a name that a customer typed is meant to be taken for the portal's own, or for one that it only looks like. */
const imitates = (typed: string, brand: MailBrand): boolean =>
  mixesAlphabets(typed.normalize('NFKC')) ||
  [brand.nameLong, brand.nameShort].some((name) => plain(typed).includes(plain(name)));

/** The sending organization as a stranger reads it: quoted, short, and never a link. One that imitates the portal has no name. */
export const senderName = (companyName: string, brand: MailBrand): string =>
  imitates(companyName, brand) ? 'an organization' : `“${typedBy(companyName, 60)}”`;

/** A name as people have them; for anything else, such as a sentence or an address, what is given instead. */
export function personName(typed: string, instead: string): string {
  const name = oneLine(typed);
  return /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,39}$/u.test(name) &&
    !/\.\p{L}{2}/u.test(name) &&
    !mixesAlphabets(name)
    ? typedBy(name, 40)
    : instead;
}

/** `Hello Dana,` to a person whose name somebody else typed. */
export const greeting = (name: string): string => {
  const known = personName(name, '');
  return known ? `Hello ${known},` : 'Hello,';
};

/** Title that a customer gave a policy or a course: quoted, short, and never a link. */
export const quotedTitle = (title: string): string => `“${typedBy(title, 60)}”`;

export type Asker = { companyName: string; administrator: string };

/** `Ada Vance at “Acme”`, who stands behind an email. */
export const askedBy = ({ companyName, administrator }: Asker, brand: MailBrand): Inline =>
  `${personName(administrator, 'An administrator')} at ${senderName(companyName, brand)}`;

/** The end of every email to a third party. */
export const reportFooter = (
  ctx: Pick<BaseCtx, 'secrets'>,
  brand: MailBrand,
  orgId: string,
  email: string,
  about: About,
) => {
  const place = { orgId, id: recipientOf(ctx, orgId, email), round: abouts.indexOf(about) };
  return [
    {
      label: 'Not expecting this? Report it',
      address: brand.webAddress + sendingPaths.report(linkToken(ctx, 'third-party-report', place)),
    },
  ];
};
