import type { FastifyInstance } from 'fastify';
import type { SandboxParts } from './parts.ts';

/** Serves the sandbox's own pages below `/billing-sandbox`. */
export async function registerSandbox(_app: FastifyInstance, _parts: SandboxParts): Promise<void> {}
