import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Ends well where a confined process can read the program and its packages, and write to its own folder. */
const file = path.join(process.argv[2]!, 'probe');
writeFileSync(file, JSON.stringify(parse('a: 1')));
process.exit(readFileSync(file, 'utf8') === '{"a":1}' ? 0 : 1);
