import type { Duplex } from 'node:stream';
import { bounded, ConnectionFailure, type Limits } from './connection.ts';
import { serverFlightReader, type ServerAnswer } from './server-flight.ts';
import { encodeClientHello, type ClientHello } from './wire.ts';

/**
 * Sends one ClientHello over a socket that is already connected (after a STARTTLS preface, say) and reads the answer
 * until it says enough. The caller destroys the socket. Rejects with `ConnectionFailure` 'timeout' or 'closed' when
 * nothing usable came, or with the signal's reason.
 */
export async function sendClientHello(
  socket: Duplex,
  hello: ClientHello,
  limits: Limits,
): Promise<ServerAnswer> {
  const reader = serverFlightReader();
  let detach = () => {};
  try {
    return await bounded<ServerAnswer>(limits, 'answer', (settle, fail) => {
      const conclude = (why: () => ConnectionFailure) => {
        const answer = reader.answer();
        if (answer) settle(answer);
        else fail(why());
      };
      const onData = (chunk: Buffer) => {
        if (reader.feed(chunk)) conclude(() => new ConnectionFailure('closed', 'the answer made no sense'));
      };
      const onEnd = () =>
        conclude(() => new ConnectionFailure('closed', 'the server closed the connection without an answer'));
      const onError = (error: Error) =>
        conclude(() => new ConnectionFailure('closed', 'the server reset the connection', error));
      detach = () => {
        socket.off('data', onData).off('end', onEnd).off('close', onEnd);
        socket.off('error', onError).on('error', () => {});
      };
      socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
      socket.write(encodeClientHello(hello));
    });
  } catch (error) {
    // A server that stalls in the middle of its flight has still said which version and suite it takes.
    const answer = reader.answer();
    if (answer && error instanceof ConnectionFailure) return answer;
    throw error;
  } finally {
    detach();
  }
}
