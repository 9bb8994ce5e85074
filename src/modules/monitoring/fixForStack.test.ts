import { expect, test } from 'vitest';
import { fixForStack, stacksSeen } from './fixForStack.ts';

const seen = (response: string, url = 'https://shop.example/') => [
  { url, request: 'GET / HTTP/1.1', response },
];
const fix =
  '1. Send the header.\nnginx: add_header X 1;\nApache: Header set X 1\n  <IfModule>\n  </IfModule>\nLaravel: middleware()\n2. Scan again.';

test.each<[string, string, string[]]>([
  ['HTTP/1.1 200 OK\nServer: nginx/1.24', 'https://shop.example/', ['nginx']],
  [
    'HTTP/1.1 200 OK\nserver: Apache/2.4 (Debian)\nX-Powered-By: PHP/8.2',
    'https://shop.example/',
    ['Apache', 'PHP'],
  ],
  ['HTTP/1.1 200 OK', 'https://shop.example/cart.php?id=1', ['PHP']],
  ['HTTP/1.1 200 OK\nServer: Apache-Coyote/1.1', 'https://shop.example/', ['Tomcat']],
  // words of the page itself prove nothing
  ['HTTP/1.1 200 OK\n\nServer: nginx', 'https://shop.example/', []],
])('%j at %s', (response, url, stacks) => {
  expect(stacksSeen(seen(response, url))).toEqual(stacks);
});

test('a fix keeps the steps for everyone and the lines for the stack that was seen', () => {
  expect(fixForStack(fix, seen('HTTP/1.1 200 OK\nServer: nginx'))).toEqual({
    fix: '1. Send the header.\nnginx: add_header X 1;\n2. Scan again.',
    stacks: ['nginx'],
    others: 'Apache: Header set X 1\n  <IfModule>\n  </IfModule>\nLaravel: middleware()',
  });
  expect(fixForStack(fix, seen('HTTP/1.1 200 OK\nX-Powered-By: PHP/8.2')).fix).toContain('Laravel');
});

test('a fix stays whole where the stack is not known, or no line is for it', () => {
  for (const response of ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\nServer: Microsoft-IIS/10'])
    expect(fixForStack(fix, seen(response))).toEqual({ fix, stacks: [], others: '' });
});
