import type { BaseCtx } from '#platform/server/ctx.ts';
import { hashCode, isCodeOf } from '#platform/server/secrets/secrets.ts';

/** What an address of a package's files opens: one part, for one person, for some hours. */
export type PackagePlace = {
  orgId: string;
  packageId: string;
  memberId: string;
  part: number;
  expires: Date;
};

/** A day's work; whoever goes on later opens the course anew. */
export const packageHours = 8;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const placeBytes = 54;
const placeCharacters = (placeBytes * 4) / 3;

type Keys = Pick<BaseCtx, 'secrets'>;
const keyPurpose = 'training-package';

/** The secret in the address of a package's files. It is of a kind of its own and opens no call of the portal. */
export function packageToken(ctx: Keys, { orgId, packageId, memberId, part, expires }: PackagePlace): string {
  const end = Buffer.alloc(6);
  end.writeUInt16BE(part, 0);
  end.writeUInt32BE(Math.floor(expires.getTime() / 1000), 2);
  const place = Buffer.concat([bytesOf(orgId), bytesOf(packageId), bytesOf(memberId), end]).toString(
    'base64url',
  );
  return place + hashCode(ctx.secrets.key(keyPurpose), place);
}

export function openPackageToken(ctx: Keys & Pick<BaseCtx, 'now'>, token: string): PackagePlace | null {
  const place = token.slice(0, placeCharacters);
  if (!isCodeOf(ctx.secrets.keys(keyPurpose), token.slice(placeCharacters), place)) return null;
  const bytes = Buffer.from(place, 'base64url');
  if (bytes.length !== placeBytes) return null;
  const expires = new Date(bytes.readUInt32BE(50) * 1000);
  if (expires <= ctx.now()) return null;
  return {
    orgId: uuidOf(bytes.subarray(0, 16)),
    packageId: uuidOf(bytes.subarray(16, 32)),
    memberId: uuidOf(bytes.subarray(32, 48)),
    part: bytes.readUInt16BE(48),
    expires,
  };
}
