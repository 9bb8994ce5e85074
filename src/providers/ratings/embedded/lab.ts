import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { hostPort } from '#probes/net.ts';
import { parseServer } from '#probes/dns/transport.ts';

/** A closed network to measure in. Comes only from the command line or from a test, never from the environment. */
export type Lab = {
  /** `ip:port` of the DNS server; that of the system without it. */
  resolver?: string | undefined;
  /** Where a logical `host:port` (a name, or an address of the DNS) really listens; what is not listed refuses. */
  addresses: ReadonlyMap<string, { address: string; port: number }>;
  /** Further trusted roots, PEM. */
  ca?: string | undefined;
  now?: Date | undefined;
  verified?: boolean | undefined;
  feeds?: string | undefined;
  allowPrivate?: boolean | undefined;
};

/** A lab file that cannot be used; its message is for whoever wrote it. */
export class LabError extends Error {}

const schema = z.object({
  resolver: z.string().optional(),
  addresses: z.record(z.string(), z.string()).default({}),
  ca: z.string().optional(),
  now: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional(),
  verified: z.boolean().optional(),
  feeds: z.string().optional(),
  allowPrivate: z.boolean().optional(),
});

/** `host:port` in parts; null for anything else. */
export function readHostPort(text: string): { host: string; port: number } | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^\s/:[\]]+)):(\d{1,5})$/.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535 || (bracketed !== undefined && isIP(bracketed) !== 6))
    return null;
  return { host: host.toLowerCase().replace(/\.$/, ''), port };
}

function addressBook(entries: Record<string, string>): Lab['addresses'] {
  const book = new Map<string, { address: string; port: number }>();
  for (const [logical, real] of Object.entries(entries)) {
    const from = readHostPort(logical);
    const to = readHostPort(real);
    if (!from)
      throw new LabError(`“addresses” lists ${logical}: write it as host:port, for example shop.test:443.`);
    if (!to || !isIP(to.host))
      throw new LabError(
        `“addresses” leads ${logical} to ${real}: write it as ip:port, for example 127.0.0.2:8443.`,
      );
    book.set(hostPort(from.host, from.port), { address: to.host, port: to.port });
  }
  return book;
}

/** A lab out of what its file says; paths are those beside the file, else those of the working directory. Throws `LabError`. */
export function makeLab(content: unknown, folder = process.cwd()): Lab {
  const parsed = schema.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new LabError(`“${issue.path.join('.') || 'the whole'}” cannot be used: ${issue.message}.`);
  }
  const { addresses, ca, now, resolver, feeds, ...rest } = parsed.data;
  const fileOf = (name: string) => {
    const beside = path.resolve(folder, name);
    return existsSync(beside) ? beside : path.resolve(name);
  };
  if (resolver !== undefined) {
    try {
      parseServer(resolver);
    } catch (error) {
      throw new LabError(`“resolver”: ${(error as Error).message}`);
    }
  }
  let pem: string | undefined;
  if (ca !== undefined) {
    try {
      pem = ca.includes('-----BEGIN') ? ca : readFileSync(fileOf(ca), 'utf8');
    } catch {
      throw new LabError(`“ca” names the file ${ca}, which cannot be read.`);
    }
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    let roots: X509Certificate[];
    try {
      roots = blocks.map((block) => new X509Certificate(block));
    } catch {
      throw new LabError('“ca” holds a certificate that cannot be read (PEM).');
    }
    if (roots.length === 0)
      throw new LabError(`“ca” names the file ${ca}, which holds no certificate (PEM).`);
  }
  return {
    ...rest,
    resolver,
    addresses: addressBook(addresses),
    ca: pem,
    now: now === undefined ? undefined : new Date(now),
    feeds: feeds === undefined ? undefined : fileOf(feeds),
  };
}

/** Reads a lab file. Throws `LabError`. */
export function readLab(file: string): Lab {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new LabError(`The lab file ${file} ${reason}.`);
  }
  try {
    return makeLab(content, path.dirname(path.resolve(file)));
  } catch (error) {
    if (error instanceof LabError) throw new LabError(`The lab file ${file} is wrong. ${error.message}`);
    throw error;
  }
}
