import { describe, expect, it } from 'vitest';
import { corsVerdict } from './cors.ts';
import { defaultPageOf } from '#probes/web/defaultPage.ts';
import { listingKind } from '#probes/web/listing.ts';

const url = 'https://s.example/files/';

describe('listingKind', () => {
  it.each([
    [
      'Apache',
      '<html><head><title>Index of /files</title></head><body><h1>Index of /files</h1><table><tr><th><a href="?C=N;O=D">Name</a></th></tr><tr><td><a href="/">Parent Directory</a></td></tr><tr><td><a href="a.zip">a.zip</a></td></tr></table>',
    ],
    [
      'nginx',
      '<html><head><title>Index of /files/</title></head><body><h1>Index of /files/</h1><hr><pre><a href="../">../</a>\n<a href="b.txt">b.txt</a> 01-Jan-2025 10:00 5\n</pre>',
    ],
    [
      'lighttpd',
      '<title>Index of /files/</title><h2>Index of /files/</h2><div class="list"><table><tr class="d"><td class="n"><a href="../">..</a>/</td></tr><tr><td class="n"><a href="c.txt">c.txt</a></td></tr>',
    ],
    [
      'IIS',
      '<html><head><title>s.example - /files/</title></head><body><H1>s.example - /files/</H1><hr><pre><A HREF="/">[To Parent Directory]</A><br><br> 1/2/2025  3:04 PM     12 <A HREF="/files/d.txt">d.txt</A><br></pre>',
    ],
    [
      'Python',
      '<!DOCTYPE HTML><title>Directory listing for /files/</title><h1>Directory listing for /files/</h1><hr><ul><li><a href="e.txt">e.txt</a></li></ul><hr>',
    ],
    [
      'Tomcat',
      '<html><head><title>Directory Listing For [/files/]</title></head><body><h1>Directory Listing For [/files/] - <a href="/"><b>Up To [/]</b></a></h1><a href="/files/f.txt"><tt>f.txt</tt></a>',
    ],
    [
      'Jetty',
      '<HTML><HEAD><TITLE>Directory: /files/</TITLE></HEAD><BODY><H1>Directory: /files/</H1><A HREF="/files/g.txt">g.txt</A>',
    ],
    [
      'serve',
      '<!DOCTYPE html><html><head><title>Files within files/</title></head><body><main><h1>Index of files/</h1><ul id="files"><li><a href="/files/h.txt" class="file txt">h.txt</a></li></ul>',
    ],
    [
      'serve-index',
      '<title>listing directory /files/</title><ul id="files"><li><a href="/files/i.txt"><span class="name">i.txt</span></a></li></ul>',
    ],
    [
      'Caddy',
      '<title>/files/</title><h1><a href="/">/</a>files/</h1><div class="listing"><a href="./?sort=name&amp;order=desc">Name</a><tr class="file"><td><a href="./j.txt"><span class="name">j.txt</span></a></td></tr>',
    ],
    [
      'Go',
      '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="k.txt">k.txt</a>\n<a href="sub/">sub/</a>\n</pre>\n',
    ],
  ])('knows %s', (_server, html) => expect(listingKind(html, url)?.entries.length).toBeGreaterThan(0));

  it.each([
    [
      'an article about it',
      '<title>What "Index of /" means</title><h1>Index of / explained</h1><p>A page with <a href="more.html">more</a></p>',
    ],
    [
      'an empty folder',
      '<title>Index of /files</title><h1>Index of /files</h1><a href="/">Parent Directory</a>',
    ],
    [
      'a list of downloads',
      '<title>Downloads</title><h1>Downloads</h1><ul><li><a href="a.zip">A</a></li></ul>',
    ],
    [
      'a site directory',
      '<title>Directory: our team</title><h1>Directory: our team</h1><a href="ben.html">Ben</a>',
    ],
    [
      'an index of a book',
      '<title>Index of terms</title><h1>Index of terms</h1><a href="a.html">A</a><a href="b.html">B</a>',
    ],
  ])('leaves %s alone', (_what, html) => expect(listingKind(html, url)).toBeNull());
});

describe('corsVerdict', () => {
  it.each([
    ['https://a.example', 'true', { allowed: true, credentials: true }],
    ['https://a.example', undefined, { allowed: true, credentials: false }],
    ['*', 'true', { allowed: false, credentials: true }],
    ['https://b.example', 'true', { allowed: false, credentials: true }],
    [undefined, undefined, { allowed: false, credentials: false }],
  ])('%s %s', (origin, credentials, verdict) =>
    expect(corsVerdict(origin, credentials, 'https://a.example')).toEqual(verdict),
  );
});

describe('defaultPageOf', () => {
  it.each([
    ['<html><body><h1>It works!</h1></body></html>', 'Apache'],
    ['<html><head><title>Apache2 Debian Default Page: It works</title></head></html>', 'Apache'],
    ['<html><head>\n<title>Welcome to nginx!</title>', 'nginx'],
    ['<title>IIS Windows Server</title>', 'IIS'],
    ['<html><head><title>Apache Tomcat</title></head><body><h1>It works !</h1>', 'Apache Tomcat'],
    [
      '<title>Welcome page</title><p>This is a placeholder page installed by the Debian release of the <a>Lighttpd',
      'lighttpd',
    ],
  ])('%s', (html, name) => expect(defaultPageOf(html)).toBe(name));
  it.each([
    '<title>How to set up Apache Tomcat</title><p>You successfully installed Tomcat when you see the page.</p>',
    '<html><body><h1>It works!</h1><p>Our new lamp.</p></body></html>',
    '<title>Welcome to our shop</title>',
    '<title>Welcome page</title><p>Hello</p>',
    '',
  ])('%j is the own page of a site', (html) => expect(defaultPageOf(html)).toBeNull());
});
