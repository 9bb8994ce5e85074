import { Buffer } from 'node:buffer';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate (X.509 version 1) for the way between Chromium and our proxy: nobody else ever sees it. */

type ThrowAway = {
  key: string;
  cert: string;
  /** SHA-256 of the public key in base64: what Chromium is told to take for valid. */
  fingerprint: string;
};

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
// ecdsa-with-SHA256, commonName
const signing = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const name = sequence(
  der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('scan')))),
);
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
const day = 86_400_000;

export function makeThrowAway(now = Date.now()): ThrowAway {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const body = sequence(
    serial,
    signing,
    name,
    sequence(time(new Date(now - day)), time(new Date(now + 7 * day))),
    name,
    spki,
  );
  const signature = sign('sha256', body, { key: privateKey, dsaEncoding: 'der' });
  const whole = sequence(body, signing, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash('sha256').update(spki).digest('base64'),
  };
}
