import net from 'node:net';
import pg from 'pg';

/** An address that names several servers, as PostgreSQL's own clients understand it: `postgres://user@one:5432,two/portal`. */
export type DatabaseAddress = {
  /** The same address with the first server alone. */
  first: string;
  hosts: { host: string; port: number }[];
};

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** Reads an address; one server gives a list of one. @throws TypeError when it is no address */
export function readDatabaseAddress(address: string): DatabaseAddress {
  const [, before = '', list = '', after = ''] = parts.exec(address) ?? [];
  const each = list.split(',').map((host) => new URL(`${before}${host}${after}`));
  const first = each[0]!;
  // our own clients ask each server what it is
  if (first.searchParams.has('target_session_attrs')) first.searchParams.delete('target_session_attrs');
  return {
    first: first.href,
    hosts: each.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 5432),
    })),
  };
}

const probeMs = 2000;

/** Whether a server takes writes. */
async function takesWrites(first: string, { host, port }: { host: string; port: number }): Promise<boolean> {
  const address = new URL(first);
  address.hostname = net.isIPv6(host) ? `[${host}]` : host;
  address.port = String(port);
  const client = new pg.Client({
    connectionString: address.href,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Knows which of several servers takes writes, and asks again when a connection to it has ended. */
function openChooser({ first, hosts }: DatabaseAddress) {
  let known: { host: string; port: number } | null = null;
  let asking: Promise<{ host: string; port: number }> | null = null;
  const ask = async () => {
    try {
      known = await Promise.any(
        hosts.map(async (one) => {
          if (await takesWrites(first, one)) return one;
          throw new Error(`${one.host}:${one.port} is a standby.`);
        }),
      );
      return known;
    } catch (error) {
      const reasons =
        error instanceof AggregateError
          ? error.errors.map((one) => (one as Error).message).join('; ')
          : String(error);
      throw Object.assign(new Error(`No server of DATABASE_URL takes writes: ${reasons}`), {
        code: 'ECONNREFUSED',
      });
    } finally {
      asking = null;
    }
  };
  return {
    choose: () => (known ? Promise.resolve(known) : (asking ??= ask())),
    doubt: () => {
      known = null;
    },
  };
}

type Chooser = ReturnType<typeof openChooser>;

/** A socket that finds out where to connect at the moment it is told to. */
class ChoosingSocket extends net.Socket {
  readonly #chooser: Chooser;
  constructor(chooser: Chooser) {
    super();
    this.#chooser = chooser;
    this.once('close', chooser.doubt);
  }
  override connect(...given: unknown[]): this {
    if (typeof given[0] !== 'number') return super.connect(...(given as Parameters<net.Socket['connect']>));
    this.#chooser.choose().then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/**
 * How to reach the server that takes writes, whichever of the list that is at the moment.
 * @returns what clients and pools of node-postgres take
 */
export function connectionTo(address: string): { connectionString: string; stream?: () => net.Socket } {
  const read = readDatabaseAddress(address);
  if (read.hosts.length === 1) return { connectionString: read.first };
  const chooser = openChooser(read);
  return { connectionString: read.first, stream: () => new ChoosingSocket(chooser) };
}
