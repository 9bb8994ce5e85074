import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../../package.json');

/** The version of this program, as in CHANGELOG.md. */
export const programVersion: string = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
