/** Servers for the tests of this folder. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import * as tls from "node:tls";
import { inspectTls, type InspectOptions, type TlsReport } from "./inspect.ts";

export const read = (file: string) =>
  readFileSync(new URL(`testdata/${file}`, import.meta.url), "utf8");
export const root = read("root.pem");
/** The certificates of the lab are made for this day. */
export const labNow = () => new Date("2026-06-01T12:00:00Z");

const open: { server: Server; sockets: Set<Socket> }[] = [];

/** Listens on a free port of the loopback address; counts what connects. */
export async function listen(server: Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on("connection", (socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({ server, sockets });
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

/** Stops every server of the test. */
export async function closeAll(): Promise<void> {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A real TLS server with a certificate of the lab; `chain` names what is sent after the leaf. */
export function tlsServer(
  certificate: string,
  options: tls.TlsOptions = {},
  chain: readonly string[] = ["intermediate"],
) {
  const cert = [certificate, ...chain].map((name) => read(`${name}.pem`)).join("");
  const server = tls.createServer({ key: read(`${certificate}.key`), cert, ...options });
  server
    .on("tlsClientError", () => {})
    .on("secureConnection", (socket) => socket.on("error", () => {}));
  return listen(server);
}

/** A raw server that does with each connection what it is told. */
export function rawServer(handle: (socket: Socket) => void) {
  return listen(createServer({ allowHalfOpen: false }, handle));
}

export function inspect(port: number, options: Partial<InspectOptions> = {}): Promise<TlsReport> {
  return inspectTls({
    host: "shop.test",
    address: "127.0.0.1",
    port,
    timeoutMs: 20_000,
    now: labNow,
    signal: new AbortController().signal,
    ca: root,
    ...options,
  });
}
