import { describe, expect, it } from 'vitest';
import { bypass } from './bypass.ts';
import { code } from './code.ts';
import { command } from './command.ts';
import { headers } from './headers.ts';
import { redirect } from './redirect.ts';
import { templates } from './templates.ts';
import { traversal } from './traversal.ts';
import type { Shape } from './testing/trial.ts';
import { get, tryOut } from './testing/trial.ts';
import { upload } from './upload.ts';

const checks = [redirect, headers, traversal, command, code, templates, upload, bypass];
const sending: Shape = {
  method: 'POST',
  path: '/send',
  body: {
    kind: 'multipart',
    parts: [{ name: 'file', value: 'sample', fileName: 'sample.txt', type: 'text/plain' }],
  },
};

/** Half a million characters of one kind, as a page that wants to keep the scan busy gives them; the number makes it react. */
const endless = (part: string) => part.repeat(Math.ceil(500_000 / part.length));

describe('pages made to take long', () => {
  it.each([
    ['openings of programs', '<?php '],
    ['openings of settings', '<configuration <web-app '],
    ['comments without an end', '/*'],
    ['scripts that move on', '<script>{location="x";open("'],
    ['words', 'abcdefgh'],
    ['folders', 'a/'],
    ['digits', '1,234'],
    ['accounts', 'root:x:0:0:'],
    ['errors', 'sh: 1: eval() at (eval '],
    ['braces', '{{'],
  ])('are left soon: %s', async (_what, part) => {
    let number = 0;
    const body = endless(part);
    for (const shape of [get('/show?file=about.html'), sending]) {
      const { rules } = await tryOut(
        checks,
        () => ({ body: `<script>${body}</script>${(number += 1)}${body}` }),
        shape,
        {
          level: 'normal',
          tech: ['java', 'aspnet', 'php'],
        },
      );
      expect(rules).toEqual([]);
    }
  });
});
