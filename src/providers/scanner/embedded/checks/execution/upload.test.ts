import { describe, expect, it } from 'vitest';
import type { Handler, Reply, Visit } from '../../../sites/serve.ts';
import { upload } from './upload.ts';
import type { Shape } from './testing/trial.ts';
import { page, tryOut } from './testing/trial.ts';

const form: Shape = {
  method: 'POST',
  path: '/photos',
  body: {
    kind: 'multipart',
    parts: [
      { name: 'title', value: 'Lamp' },
      { name: 'photo', value: 'sample', fileName: 'sample.txt', type: 'text/plain' },
    ],
  },
};

function fileOf({ body }: Visit): { name: string; type: string; text: string } | null {
  const found = /filename="([^"]*)"\r\n(?:Content-Type: ([^\r\n]*)\r\n)?\r\n([\s\S]*?)\r\n--/.exec(body);
  return found && { name: found[1]!, type: found[2] ?? '', text: found[3]! };
}

const types: Record<string, string> = {
  html: 'text/html',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  jpg: 'image/jpeg',
  gif: 'image/gif',
};
const endingOf = (name: string) => name.split('.').at(-1)!.toLowerCase();
const php = (text: string) =>
  text.replace(
    /<\?php echo '(\w+)'\.\((\d+)\*(\d+)\); \?>/,
    (_all, tag: string, a: string, b: string) => `${tag}${Number(a) * Number(b)}`,
  );

type Shop = {
  accepts?: (file: { name: string; type: string; text: string }) => boolean;
  /** Name under which a file is kept. */
  keeps?: (name: string) => string;
  /** Endings carried out. */
  runs?: RegExp;
  answers?: (address: string) => Reply;
  headers?: Record<string, string>;
};

function shop({
  accepts = () => true,
  keeps = (name) => name,
  runs = /\.(php\d?|phtml|phar)$/i,
  answers = (address) => page(`<img src="${address}">`),
  headers = {},
}: Shop): Handler {
  const kept = new Map<string, string>();
  return (visit) => {
    if (visit.method === 'POST') {
      const file = fileOf(visit);
      if (!file || !accepts(file)) return page('<p>This file is not allowed.</p>', { status: 200 });
      const name = keeps(file.name);
      kept.set(`/uploads/${name}`, file.text);
      return answers(`/uploads/${name}`);
    }
    const text = kept.get(decodeURIComponent(visit.path));
    if (text === undefined)
      return visit.path === '/'
        ? page('<form method="post" enctype="multipart/form-data"></form>')
        : undefined;
    if (runs.test(visit.path)) return { body: php(text), headers };
    return { type: types[endingOf(visit.path)] ?? 'application/octet-stream', body: text, headers };
  };
}

describe('uploads', () => {
  it.each<[string, Shop, string[]]>([
    ['a program, and pages', {}, ['active.upload-code', 'active.upload-html']],
    [
      'a program under a new name',
      { keeps: (name) => `0815.${endingOf(name)}` },
      ['active.upload-code', 'active.upload-html'],
    ],
    [
      'a program whose address is guessed',
      { answers: () => page('<p>Thank you</p>') },
      ['active.upload-code', 'active.upload-html'],
    ],
    [
      'a program told of in JSON',
      { answers: (address) => ({ type: 'application/json', body: JSON.stringify({ url: address }) }) },
      ['active.upload-code', 'active.upload-html'],
    ],
    [
      'a program that says it is a picture',
      { accepts: ({ type }) => type.startsWith('image/') },
      ['active.upload-code', 'active.upload-html'],
    ],
    [
      'a program with the first bytes of a picture',
      { accepts: ({ text }) => text.startsWith('GIF89a') },
      ['active.upload-code'],
    ],
    [
      'a program with two endings',
      { accepts: ({ name }) => /\.(gif|jpg)/.test(name) },
      ['active.upload-code'],
    ],
    [
      'a program with an ending that was forgotten',
      { accepts: ({ name }) => !/\.(php|html?|svg)$/i.test(name) },
      ['active.upload-code'],
    ],
    ['pages only', { runs: /^$/ }, ['active.upload-html']],
    ['drawings only', { accepts: ({ name }) => name.endsWith('.svg') }, ['active.upload-html']],
  ])('find %s', async (_what, kind, rules) => {
    const { findings } = await tryOut([upload], shop(kind), form, { point: 'photo', tech: ['php'] });
    expect(findings.map(({ rule }) => rule).sort()).toEqual(rules);
    expect(findings[0]!.fix).toMatch(
      /The scan left the file zq\w+\.\S+ \(http:\/\/127\.0\.0\.1:\d+\/uploads\/\S+\) on the website: remove it\./,
    );
  });

  it.each<[string, Shop]>([
    ['pictures only', { accepts: ({ name }) => /\.(jpe?g|png|gif)$/.test(name) }],
    ['downloads', { runs: /^$/, headers: { 'Content-Disposition': 'attachment; filename="x"' } }],
    ['everything kept as text', { keeps: (name) => `${name}.txt`, runs: /\.php$/ }],
    ['everything refused', { accepts: () => false }],
    [
      'the text of the file shown back',
      { answers: () => page('<p>Received &lt;?php echo</p>'), keeps: () => 'x.jpg' },
    ],
  ])('leave alone %s', async (_what, kind) => {
    expect(
      (await tryOut([upload], shop(kind), form, { point: 'photo', tech: ['php'], level: 'full' })).rules,
    ).toEqual([]);
  });

  it('are not tried where nothing may be changed', async () => {
    const { requests } = await tryOut(
      [upload],
      shop({}),
      { ...form, method: 'GET' },
      { point: 'photo', level: 'safe' },
    );
    expect(requests).toBe(0);
  });
});
