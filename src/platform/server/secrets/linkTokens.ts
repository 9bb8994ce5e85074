import type { BaseCtx } from '../ctx.ts';
import { hashCode, isCodeOf } from './secrets.ts';

/** The row of an organization that a link leads to, and which of the row's links it is. */
export type LinkPlace = { orgId: string; id: string; round: number };
const placeBytes = 36;
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const partsOf = (place: LinkPlace): string[] => [place.orgId, place.id, String(place.round)];
const textOf = (place: LinkPlace): string => {
  const round = Buffer.alloc(4);
  round.writeUInt32BE(place.round);
  return Buffer.concat([bytesOf(place.orgId), bytesOf(place.id), round]).toString('base64url');
};

/**
 * The secret of a link. It names its organisation, so that no table has to be looked through for all of them, and a keyed
 * hash vouches for the name; the same row gives the same token, so that an email can be sent again and nothing is stored.
 * @param kind the module's name for its kind of link; a token of one kind opens nothing of another
 */
export function linkToken(ctx: Pick<BaseCtx, 'secrets'>, kind: string, place: LinkPlace): string {
  return textOf(place) + hashCode(ctx.secrets.key(kind), ...partsOf(place));
}

/** The place of a token; null for one that this installation never gave out for this purpose. */
export function openLinkToken(ctx: Pick<BaseCtx, 'secrets'>, kind: string, token: string): LinkPlace | null {
  const bytes = Buffer.from(token.slice(0, (placeBytes * 4) / 3), 'base64url');
  if (bytes.length !== placeBytes) return null;
  const place = {
    orgId: uuidOf(bytes.subarray(0, 16)),
    id: uuidOf(bytes.subarray(16, 32)),
    round: bytes.readUInt32BE(32),
  };
  const text = textOf(place);
  return token.startsWith(text) &&
    isCodeOf(ctx.secrets.keys(kind), token.slice(text.length), ...partsOf(place))
    ? place
    : null;
}
