import { weaknessReason, cipherSuites, type CipherSuite } from './cipher-suites.ts';
import { ConnectionFailure, openSocket, type Limits, type Preface, type Endpoint } from './connection.ts';
import { sendClientHello, type ServerHello } from './server-flight.ts';
import { protocols, type Protocol } from './wire.ts';

const connectionLimitMs = 6000;
/** With less time left a connection is not begun, milliseconds. */
const leastUsefulMs = 20;
/** A server that accepts suite after suite is not followed for ever. */
const maxConnections = 160;

export type Offer = (
  protocol: Protocol,
  suites: readonly CipherSuite[],
) => Promise<CipherSuite | 'refused' | 'unknown'>;

function makeOffers(options: SurveyOptions, survey: Survey): Offer {
  let connections = 0;
  const note = (message: string) => {
    if (!survey.errors.includes(message)) survey.errors.push(message);
  };

  function record(hello: ServerHello, protocol: Protocol, suite: CipherSuite): void {
    survey.protocols[protocol] = true;
    if (hello.certificates.length > survey.certificates.length) survey.certificates = hello.certificates;
    const known = survey.ciphers.find((cipher) => cipher.protocol === protocol && cipher.name === suite.name);
    if (known) return;
    const reason = weaknessReason(suite, hello.dhBits);
    survey.ciphers.push({
      protocol,
      name: suite.name,
      weak: reason !== null,
      ...(reason && { reason }),
      ...(hello.dhBits !== null && { dhBits: hello.dhBits }),
    });
  }

  async function connectOnce(protocol: Protocol, suites: readonly CipherSuite[]): ReturnType<Offer> {
    connections += 1;
    const limits = (): Limits => ({
      timeoutMs: Math.min(connectionLimitMs, options.remainingMs()),
      signal: options.signal,
    });
    if (options.remainingMs() < leastUsefulMs || connections > maxConnections) return 'unknown';
    const preface: Preface = async (...connected) => {
      survey.connected = true;
      await options.preface?.(...connected).catch((error: unknown) => {
        // Hanging up before TLS began says nothing about TLS.
        throw error instanceof ConnectionFailure && error.code === 'closed'
          ? new ConnectionFailure('no-tls', error.message, error)
          : error;
      });
    };
    const socket = await openSocket(options.endpoint, limits(), preface);
    try {
      const hello = {
        protocol,
        ciphers: suites.map((suite) => suite.code),
        servername: options.servername,
        alpn: options.alpn,
      };
      const answer = await sendClientHello(socket, hello, limits());
      if (answer.kind === 'garbage') note(`Not TLS: ${answer.detail}.`);
      // 112: the server refuses every name it does not serve.
      if (answer.kind === 'alert' && answer.code === 112)
        note('The server says that it does not serve this name.');
      if (answer.kind !== 'hello' || answer.protocol !== protocol) return 'refused';
      const chosen = suites.find((suite) => suite.code === answer.cipher);
      if (!chosen) return 'refused';
      record(answer, protocol, chosen);
      return chosen;
    } finally {
      socket.destroy();
    }
  }

  return async (protocol, suites) => {
    if (suites.length === 0) return 'refused';
    try {
      return await options.queue(() => connectOnce(protocol, suites));
    } catch (error) {
      if (!(error instanceof ConnectionFailure)) throw error;
      // Many servers and firewalls answer an old version by hanging up.
      if (error.code === 'closed') return 'refused';
      note(`Handshake failed: ${error.message}.`);
      return 'unknown';
    }
  };
}

export type AcceptedCipher = {
  protocol: Protocol;
  name: string;
  weak: boolean;
  reason?: string;
  dhBits?: number;
};

type Survey = {
  connected: boolean;
  protocols: Record<Protocol, boolean>;
  /** Versions about which the server gave no definite answer in time. */
  unknown: Protocol[];
  ciphers: AcceptedCipher[];
  certificates: Buffer[];
  errors: string[];
};

type SurveyOptions = {
  endpoint: Endpoint;
  servername?: string;
  alpn?: readonly string[];
  preface?: Preface;
  /** Every accepted suite of every version instead of one of each kind. */
  full?: boolean;
  queue: <T>(work: () => Promise<T>) => Promise<T>;
  remainingMs: () => number;
  signal: AbortSignal;
};

const all = [...cipherSuites.values()];
const sound = all.filter((suite) => !suite.tls13 && !suite.weakness);
const broken = all.filter((suite) => suite.weakness);
/** In the order of a browser, then everything that is broken, so that one answer shows the best that a server does. */
const rank = (suite: CipherSuite) =>
  (suite.weakness ? 8 : 0) +
  (suite.forwardSecret ? 0 : 4) +
  (suite.cbc ? 2 : 0) +
  (suite.finiteFieldDhe ? 1 : 0);
const best = all.filter((suite) => !suite.tls13).sort((one, other) => rank(one) - rank(other));
/** Some old servers choke on more (a list of 128 is the known limit). */
const maxOffered = 120;
const rare = /ARIA|CAMELLIA|SEED|CCM|ECDH_(RSA|ECDSA)|_DH_(RSA|DSS)_/;

function usable(suites: readonly CipherSuite[], protocol: Protocol): CipherSuite[] {
  return protocol === 'tls12' ? [...suites] : suites.filter((suite) => !suite.tls12Only);
}

function firstOffer(protocol: Protocol): CipherSuite[] {
  if (protocol === 'tls13') return all.filter((suite) => suite.tls13);
  const suites = usable(best, protocol);
  return [
    ...suites.filter((suite) => !rare.test(suite.name)),
    ...suites.filter((suite) => rare.test(suite.name)),
  ].slice(0, maxOffered);
}

type Same = (one: CipherSuite, taken: CipherSuite) => boolean;

/** Offers again and again without what was taken, until nothing is. */
async function exhaust(
  offer: Offer,
  protocol: Protocol,
  suites: readonly CipherSuite[],
  same: Same,
): Promise<void> {
  let left = usable(suites, protocol);
  while (left.length > 0) {
    const taken = await offer(protocol, left);
    if (typeof taken === 'string') return;
    left = left.filter((suite) => !same(suite, taken));
  }
}

async function allSuites(offer: Offer, accepted: readonly Protocol[], hasTls13: boolean): Promise<void> {
  const same: Same = (suite, taken) => suite === taken;
  await Promise.all([
    ...accepted.map(async (protocol) => {
      await exhaust(offer, protocol, best.slice(0, maxOffered), same);
      await exhaust(offer, protocol, best.slice(maxOffered), same);
    }),
    ...(hasTls13 ? [exhaust(offer, 'tls13', firstOffer('tls13'), same)] : []),
  ]);
}

/** One suite of each kind of weakness in every accepted version, and of each sound kind in the newest. */
async function oneOfEachKind(
  offer: Offer,
  survey: Survey,
  accepted: ReadonlyMap<Protocol, CipherSuite>,
): Promise<void> {
  const [newest, shown] = [...accepted][0] ?? [];
  const kinds = [
    sound.filter((suite) => suite.finiteFieldDhe),
    sound.filter((suite) => !suite.forwardSecret),
    sound.filter((suite) => suite.forwardSecret && !suite.finiteFieldDhe && suite.cbc),
    sound.filter((suite) => suite.forwardSecret && !suite.finiteFieldDhe && !suite.cbc),
  ];
  await Promise.all([
    ...[...accepted.keys()].map((protocol) =>
      exhaust(offer, protocol, broken, (suite, taken) => suite.weakness === taken.weakness),
    ),
    ...kinds.map(async (suites) => {
      if (newest && shown && !suites.includes(shown)) await offer(newest, usable(suites, newest));
    }),
  ]);
  const chaining = survey.ciphers.some(({ name }) => name.includes('_CBC_'));
  if (newest && !chaining)
    await offer(
      newest,
      usable(sound, newest).filter((suite) => suite.cbc),
    );
}

/**
 * Finds out which versions and which kinds of suites a server accepts, with about ten handshakes on an ordinary server.
 * Rejects only with the signal's reason; whatever else goes wrong is told in `errors`.
 */
export async function surveyServer(options: SurveyOptions): Promise<Survey> {
  const survey: Survey = {
    connected: false,
    protocols: { ssl3: false, tls10: false, tls11: false, tls12: false, tls13: false },
    unknown: [],
    ciphers: [],
    certificates: [],
    errors: [],
  };
  const offer = makeOffers(options, survey);
  async function firstContact(protocol: Protocol): Promise<[Protocol, CipherSuite][]> {
    const taken = await offer(protocol, firstOffer(protocol));
    if (taken === 'unknown') survey.unknown.push(protocol);
    return typeof taken === 'string' ? [] : [[protocol, taken]];
  }

  // The usual versions first: where they get no connection, four more attempts would learn nothing.
  const [tls12, tls13] = await Promise.all([firstContact('tls12'), firstContact('tls13')]);
  if (!survey.connected) {
    survey.unknown = [...protocols];
    return survey;
  }
  const older = await Promise.all([firstContact('tls11'), firstContact('tls10'), firstContact('ssl3')]);
  const accepted = new Map([...tls12, ...older.flat()]);
  if (options.full) await allSuites(offer, [...accepted.keys()], tls13.length > 0);
  else await oneOfEachKind(offer, survey, accepted);
  return survey;
}
