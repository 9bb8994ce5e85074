import { weaknessReason, type CipherSuite } from './cipher-suites.ts';
import { ConnectionFailure, openSocket, type Limits, type Preface } from './connection.ts';
import { sendClientHello } from './handshake.ts';
import type { ServerHello } from './server-flight.ts';
import type { Survey, SurveyOptions } from './survey.ts';
import type { Protocol } from './wire.ts';

/** One connection never takes more than this, milliseconds. */
const connectionLimitMs = 6000;
/** With less time left a connection is not begun, milliseconds. */
const leastUsefulMs = 20;
/** A server that accepts suite after suite is not followed for ever. */
const maxConnections = 160;

export type Offer = (
  protocol: Protocol,
  suites: readonly CipherSuite[],
) => Promise<CipherSuite | 'refused' | 'unknown'>;

export function makeOffers(options: SurveyOptions, survey: Survey): Offer {
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
