import type { HttpAnswer } from '#probes/http/answer.ts';

/** Of one file, of all files together, and files in number. */
const most = { file: 4e6, bytes: 40e6, files: 2000 };

/** Files that are the same for everyone are asked for once in a scan. */
export function makeFiles() {
  const files = new Map<string, Promise<HttpAnswer>>();
  let bytes = 0;
  return {
    has: (key: string) => files.has(key),
    once(key: string, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
      const known = files.get(key);
      if (known) return known;
      const asked = ask();
      if (files.size > most.files) return asked;
      files.set(key, asked);
      asked.then(
        ({ body, status }) => {
          if (body.length > most.file || bytes + body.length > most.bytes || status >= 500) files.delete(key);
          else bytes += body.length;
        },
        () => files.delete(key),
      );
      return asked;
    },
  };
}
