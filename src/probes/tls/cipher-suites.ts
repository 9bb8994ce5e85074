/** Cipher suites by their IANA number. Pre-shared-key, SRP and Kerberos suites are left out: no public website can use them. */

/** One line per key exchange; `number:rest` with the number in hexadecimal. */
const families: Record<string, string> = {
  RSA: '0001:NULL_MD5 0002:NULL_SHA 0004:RC4_128_MD5 0005:RC4_128_SHA 0007:IDEA_CBC_SHA 0009:DES_CBC_SHA 000A:3DES_EDE_CBC_SHA 002F:AES_128_CBC_SHA 0035:AES_256_CBC_SHA 003B:NULL_SHA256 003C:AES_128_CBC_SHA256 003D:AES_256_CBC_SHA256 0041:CAMELLIA_128_CBC_SHA 0084:CAMELLIA_256_CBC_SHA 0096:SEED_CBC_SHA 009C:AES_128_GCM_SHA256 009D:AES_256_GCM_SHA384 00BA:CAMELLIA_128_CBC_SHA256 00C0:CAMELLIA_256_CBC_SHA256 C03C:ARIA_128_CBC_SHA256 C03D:ARIA_256_CBC_SHA384 C050:ARIA_128_GCM_SHA256 C051:ARIA_256_GCM_SHA384 C07A:CAMELLIA_128_GCM_SHA256 C07B:CAMELLIA_256_GCM_SHA384 C09C:AES_128_CCM C09D:AES_256_CCM C0A0:AES_128_CCM_8 C0A1:AES_256_CCM_8',
  RSA_EXPORT: '0003:RC4_40_MD5 0006:RC2_CBC_40_MD5 0008:DES40_CBC_SHA',
  RSA_EXPORT1024: '0062:DES_CBC_SHA 0064:RC4_56_SHA',
  DH_DSS:
    '000C:DES_CBC_SHA 000D:3DES_EDE_CBC_SHA 0030:AES_128_CBC_SHA 0036:AES_256_CBC_SHA 003E:AES_128_CBC_SHA256 0068:AES_256_CBC_SHA256 00A4:AES_128_GCM_SHA256 00A5:AES_256_GCM_SHA384',
  DH_DSS_EXPORT: '000B:DES40_CBC_SHA',
  DH_RSA:
    '000F:DES_CBC_SHA 0010:3DES_EDE_CBC_SHA 0031:AES_128_CBC_SHA 0037:AES_256_CBC_SHA 003F:AES_128_CBC_SHA256 0069:AES_256_CBC_SHA256 00A0:AES_128_GCM_SHA256 00A1:AES_256_GCM_SHA384',
  DH_RSA_EXPORT: '000E:DES40_CBC_SHA',
  DHE_DSS:
    '0012:DES_CBC_SHA 0013:3DES_EDE_CBC_SHA 0032:AES_128_CBC_SHA 0038:AES_256_CBC_SHA 0040:AES_128_CBC_SHA256 006A:AES_256_CBC_SHA256 0044:CAMELLIA_128_CBC_SHA 0087:CAMELLIA_256_CBC_SHA 0099:SEED_CBC_SHA 00A2:AES_128_GCM_SHA256 00A3:AES_256_GCM_SHA384 00BD:CAMELLIA_128_CBC_SHA256 00C3:CAMELLIA_256_CBC_SHA256 C056:ARIA_128_GCM_SHA256 C057:ARIA_256_GCM_SHA384',
  DHE_DSS_EXPORT: '0011:DES40_CBC_SHA',
  DHE_RSA:
    '0015:DES_CBC_SHA 0016:3DES_EDE_CBC_SHA 0033:AES_128_CBC_SHA 0039:AES_256_CBC_SHA 0045:CAMELLIA_128_CBC_SHA 0067:AES_128_CBC_SHA256 006B:AES_256_CBC_SHA256 0088:CAMELLIA_256_CBC_SHA 009A:SEED_CBC_SHA 009E:AES_128_GCM_SHA256 009F:AES_256_GCM_SHA384 00BE:CAMELLIA_128_CBC_SHA256 00C4:CAMELLIA_256_CBC_SHA256 C044:ARIA_128_CBC_SHA256 C045:ARIA_256_CBC_SHA384 C052:ARIA_128_GCM_SHA256 C053:ARIA_256_GCM_SHA384 C07C:CAMELLIA_128_GCM_SHA256 C07D:CAMELLIA_256_GCM_SHA384 C09E:AES_128_CCM C09F:AES_256_CCM C0A2:AES_128_CCM_8 C0A3:AES_256_CCM_8 CCAA:CHACHA20_POLY1305_SHA256',
  DHE_RSA_EXPORT: '0014:DES40_CBC_SHA',
  DH_anon:
    '0018:RC4_128_MD5 001A:DES_CBC_SHA 001B:3DES_EDE_CBC_SHA 0034:AES_128_CBC_SHA 003A:AES_256_CBC_SHA 0046:CAMELLIA_128_CBC_SHA 0089:CAMELLIA_256_CBC_SHA 006C:AES_128_CBC_SHA256 006D:AES_256_CBC_SHA256 009B:SEED_CBC_SHA 00A6:AES_128_GCM_SHA256 00A7:AES_256_GCM_SHA384 00BF:CAMELLIA_128_CBC_SHA256 00C5:CAMELLIA_256_CBC_SHA256',
  DH_anon_EXPORT: '0017:RC4_40_MD5 0019:DES40_CBC_SHA',
  ECDH_ECDSA:
    'C001:NULL_SHA C002:RC4_128_SHA C003:3DES_EDE_CBC_SHA C004:AES_128_CBC_SHA C005:AES_256_CBC_SHA C025:AES_128_CBC_SHA256 C026:AES_256_CBC_SHA384 C02D:AES_128_GCM_SHA256 C02E:AES_256_GCM_SHA384',
  ECDHE_ECDSA:
    'C006:NULL_SHA C007:RC4_128_SHA C008:3DES_EDE_CBC_SHA C009:AES_128_CBC_SHA C00A:AES_256_CBC_SHA C023:AES_128_CBC_SHA256 C024:AES_256_CBC_SHA384 C02B:AES_128_GCM_SHA256 C02C:AES_256_GCM_SHA384 C048:ARIA_128_CBC_SHA256 C049:ARIA_256_CBC_SHA384 C05C:ARIA_128_GCM_SHA256 C05D:ARIA_256_GCM_SHA384 C072:CAMELLIA_128_CBC_SHA256 C073:CAMELLIA_256_CBC_SHA384 C086:CAMELLIA_128_GCM_SHA256 C087:CAMELLIA_256_GCM_SHA384 C0AC:AES_128_CCM C0AD:AES_256_CCM C0AE:AES_128_CCM_8 C0AF:AES_256_CCM_8 CCA9:CHACHA20_POLY1305_SHA256',
  ECDH_RSA:
    'C00B:NULL_SHA C00C:RC4_128_SHA C00D:3DES_EDE_CBC_SHA C00E:AES_128_CBC_SHA C00F:AES_256_CBC_SHA C029:AES_128_CBC_SHA256 C02A:AES_256_CBC_SHA384 C031:AES_128_GCM_SHA256 C032:AES_256_GCM_SHA384',
  ECDHE_RSA:
    'C010:NULL_SHA C011:RC4_128_SHA C012:3DES_EDE_CBC_SHA C013:AES_128_CBC_SHA C014:AES_256_CBC_SHA C027:AES_128_CBC_SHA256 C028:AES_256_CBC_SHA384 C02F:AES_128_GCM_SHA256 C030:AES_256_GCM_SHA384 C04C:ARIA_128_CBC_SHA256 C04D:ARIA_256_CBC_SHA384 C060:ARIA_128_GCM_SHA256 C061:ARIA_256_GCM_SHA384 C076:CAMELLIA_128_CBC_SHA256 C077:CAMELLIA_256_CBC_SHA384 C08A:CAMELLIA_128_GCM_SHA256 C08B:CAMELLIA_256_GCM_SHA384 CCA8:CHACHA20_POLY1305_SHA256',
  ECDH_anon: 'C015:NULL_SHA C016:RC4_128_SHA C017:3DES_EDE_CBC_SHA C018:AES_128_CBC_SHA C019:AES_256_CBC_SHA',
};

const tls13 =
  '1301:AES_128_GCM_SHA256 1302:AES_256_GCM_SHA384 1303:CHACHA20_POLY1305_SHA256 1304:AES_128_CCM_SHA256 1305:AES_128_CCM_8_SHA256';

export type CipherSuite = {
  code: number;
  name: string;
  tls13: boolean;
  /** Needs TLS 1.2: authenticated encryption or a hash newer than SHA-1. */
  tls12Only: boolean;
  forwardSecret: boolean;
  /** The server sends a Diffie-Hellman group of its own choice. */
  finiteFieldDhe: boolean;
  cbc: boolean;
  /** Why nobody should use it, or null: the class of weakness, one word used to leave out the rest of the class. */
  weakness: 'anonymous' | 'null' | 'export' | 'rc4' | 'des' | 'rc2' | '3des' | 'idea' | null;
};

function weaknessOf(keyExchange: string, rest: string): CipherSuite['weakness'] {
  if (rest.startsWith('NULL')) return 'null';
  if (keyExchange.includes('anon')) return 'anonymous';
  if (keyExchange.includes('EXPORT')) return 'export';
  if (rest.startsWith('RC4')) return 'rc4';
  if (rest.startsWith('RC2')) return 'rc2';
  if (rest.startsWith('DES')) return 'des';
  if (rest.startsWith('3DES')) return '3des';
  return rest.startsWith('IDEA') ? 'idea' : null;
}

function* readTable(): Generator<CipherSuite> {
  for (const item of tls13.split(' ')) {
    const [code = '', rest = ''] = item.split(':');
    yield {
      code: Number.parseInt(code, 16),
      name: `TLS_${rest}`,
      tls13: true,
      tls12Only: false,
      forwardSecret: true,
      finiteFieldDhe: false,
      cbc: false,
      weakness: null,
    };
  }
  for (const [keyExchange, items] of Object.entries(families)) {
    for (const item of items.split(' ')) {
      const [code = '', rest = ''] = item.split(':');
      yield {
        code: Number.parseInt(code, 16),
        name: `TLS_${keyExchange}_WITH_${rest}`,
        tls13: false,
        tls12Only: /GCM|CCM|POLY1305|SHA256$|SHA384$/.test(rest),
        forwardSecret: /^(EC)?DHE_|_anon/.test(keyExchange),
        finiteFieldDhe: /^DHE_|^DH_anon/.test(keyExchange),
        cbc: rest.includes('CBC'),
        weakness: weaknessOf(keyExchange, rest),
      };
    }
  }
}

export const cipherSuites: ReadonlyMap<number, CipherSuite> = new Map(
  [...readTable()].map((suite) => [suite.code, suite]),
);

const byName = new Map([...cipherSuites.values()].map((suite) => [suite.name, suite]));

export function cipherSuiteNamed(name: string): CipherSuite | undefined {
  return byName.get(name);
}

const weaknessWords: Record<NonNullable<CipherSuite['weakness']>, string> = {
  null: 'no encryption at all',
  anonymous: 'the server does not prove who it is',
  export: 'export-grade key, breakable in hours',
  rc4: 'RC4 is broken',
  rc2: 'RC2 is obsolete',
  des: 'DES is breakable in a day',
  '3des': '3DES has 64-bit blocks (Sweet32)',
  idea: 'IDEA has 64-bit blocks',
};

/**
 * Why a suite is weak, in a few words; null when it is not.
 * `dhBits` is the size of the server's Diffie-Hellman prime where it was measured.
 */
export function weaknessReason(suite: CipherSuite, dhBits: number | null): string | null {
  if (suite.weakness) return weaknessWords[suite.weakness];
  if (suite.name.endsWith('_MD5')) return 'MD5 is broken';
  if (suite.finiteFieldDhe && dhBits !== null && dhBits < 2048)
    return `Diffie-Hellman group of only ${dhBits} bits`;
  return suite.forwardSecret ? null : 'no forward secrecy';
}
