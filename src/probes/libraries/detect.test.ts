import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectLibraries } from './detect.ts';

const byContent = (content: string) =>
  detectLibraries({ url: 'https://site.test/app.js', content }).map(({ id, version }) => `${id} ${version}`);
const cves = (url: string) =>
  detectLibraries({ url }).flatMap(({ flaws }) => flaws.flatMap(({ cve }) => cve));

describe('banners and constants in the script', () => {
  test.each([
    ['/*!\n * jQuery JavaScript Library v1.11.1\n * http://jquery.com/\n *', 'jquery 1.11.1'],
    ['/*! jQuery v3.3.1 | (c) JS Foundation and other contributors | jquery.org/license */', 'jquery 3.3.1'],
    ['var x=1;!function(e,t){var f="3.4.1",k=function(e,t){return new k.fn.init(e,t)};}', 'jquery 3.4.1'],
    [
      'e.fn=e.prototype={constructor:e,init:function(){},selector:"",jquery:"1.8.3",length:0,size:function(){}',
      'jquery 1.8.3',
    ],
    ['/*! jQuery UI - v1.11.4 - 2015-03-11\n* http://jqueryui.com', 'jquery-ui 1.11.4'],
    ['/*!\n * jQuery UI 1.8.16\n *\n * Copyright 2011', 'jquery-ui 1.8.16'],
    ['/*! jQuery Migrate v1.1.1 | (c) 2005', 'jquery-migrate 1.1.1'],
    ['/*!\n * jQuery Validation Plugin v1.17.0\n *', 'jquery-validation 1.17.0'],
    ['/*!\n  * Bootstrap v4.1.0 (https://getbootstrap.com/)\n', 'bootstrap 4.1.0'],
    ['/* ====\n * Bootstrap: tooltip.js v3.3.5\n * http', 'bootstrap 3.3.5'],
    [
      '/*\n AngularJS v1.4.8\n (c) 2010-2015 Google, Inc.\n*/ /**\n * @license AngularJS v1.4.8\n',
      'angularjs 1.4.8',
    ],
    [
      "  full: '1.5.8',    // all of these placeholder strings will be replaced by grunt's\n  major: 1,    // package task\n  minor: 5,\n  dot: 8,\n  codeName: 'arbitrary-fallbacks'",
      'angularjs 1.5.8',
    ],
    ['({full:"1.3.15",major:1,minor:3,dot:15,codeName:"locality-filtration"})', 'angularjs 1.3.15'],
    [
      '/*!\n * @overview  Ember - JavaScript Application Framework\n * @copyright Copyright 2011\n * @license   Licensed under MIT license\n * @version   2.2.0\n */',
      'ember 2.2.0',
    ],
    ['<app-root ng-version="12.2.16">', 'angular 12.2.16'],
    ['/*!\n * Vue.js v2.5.16\n * (c) 2014-2018 Evan You', 'vue 2.5.16'],
    ['/**\n* vue v3.4.21\n* (c) 2018-present Yuxi (Evan) You', 'vue 3.4.21'],
    ['/** @license React v16.13.1\n * react.production.min.js\n', 'react 16.13.1'],
    ['{bundleType:0,version:"17.0.2",rendererPackageName:"react-dom"}', 'react-dom 17.0.2'],
    ['window.next={version:"14.1.0",appDir:!0}', 'next 14.1.0'],
    ['/**\n * @license\n * lodash 3.10.1 (Custom Build) <https://lodash.com/>', 'lodash 3.10.1'],
    ['An.VERSION="4.17.11",r(["bind","bindKey","curry","curryRight"],function', 'lodash 4.17.11'],
    ['//     Underscore.js 1.8.3\n//     http://underscorejs.org', 'underscore 1.8.3'],
    ['//! moment.js\n//! version : 2.10.6\n//! authors : Tim Wood', 'moment 2.10.6'],
    ['/**!\n\n @license\n handlebars v4.0.11\n', 'handlebars 4.0.11'],
    ['/*! @license DOMPurify 2.0.8 | (c) Cure53', 'dompurify 2.0.8'],
    ['/**\n * marked - a markdown parser v0.3.5', 'marked 0.3.5'],
    ['/*\n  Highlight.js 10.1.1 (93fd0d73)\n', 'highlight.js 10.1.1'],
    ['/* PrismJS 1.25.0\nhttps://prismjs.com', 'prismjs 1.25.0'],
    ['/* axios v0.19.2 | (c) 2020 by Matt Zabriskie */', null],
    ['/*! axios v0.19.2 | (c) 2020 by Matt Zabriskie */', 'axios 0.19.2'],
    ['/*!\n * Chart.js v2.8.0\n * https://www.chartjs.org', 'chart.js 2.8.0'],
    ['/**\n* plotly.js v2.20.0\n* Copyright', 'plotly 2.20.0'],
    ['var e={timestamp:"K8R1",version:"4.14.1 (Standard)",revision:"abc"}', 'ckeditor4 4.14.1'],
    ['// 4.9.3 (2019-01-31)\n!function(){"use strict"', 'tinymce 4.9.3'],
    ['/*! DataTables 1.10.20\n * ©2008-2019 SpryMedia Ltd', 'datatables 1.10.20'],
    ['/*!\n * Select2 4.0.5\n * https://select2.github.io', 'select2 4.0.5'],
    ["const pdfjsVersion = '3.11.174';", 'pdf.js 3.11.174'],
    ['/*! Socket.IO.js build:0.9.16, development', 'socket.io 0.9.16'],
    ['// Knockout JavaScript library v3.4.2\n', 'knockout 3.4.2'],
    ['/*  Prototype JavaScript framework, version 1.6.0.3\n', 'prototype 1.6.0.3'],
  ])('%j', (content, expected) => {
    expect(byContent(content)).toEqual(expected === null ? [] : [expected]);
  });

  test.each([
    '/* Requires jQuery v1.7.2 and jQuery UI 1.8 */',
    '// tested with jQuery 1.9.1, Bootstrap v3.0.0',
    '/*!\n * Datepicker for Bootstrap v1.6.4 (https://github.com/eternicode/bootstrap-datepicker)',
    '/*! jQuery Cookie Plugin v1.4.1',
    '/*! jquery-slick v1.8.0',
    '/*!\n  * vue-router v3.0.1\n  * (c) 2017 Evan You',
    '/*!\n * vuex v3.1.0\n',
    '/**\n * @license\n * Lodash lodash.com/license | Underscore.js 1.8.3 underscorejs.org/LICENSE\n */',
    '/*! built 2016.05.23 jQuery v20160523 */',
    'var version="1.2.3",name="bootstrap"',
    '',
  ])('%j is none', (content) => {
    expect(byContent(content)).toEqual([]);
  });

  test('the content beats the name of the file', () => {
    const found = detectLibraries({
      url: '/js/jquery-1.9.1.min.js',
      content: '/*! jQuery v3.7.1 | (c) OpenJS Foundation */',
    });
    expect(found).toEqual([{ id: 'jquery', name: 'jQuery', version: '3.7.1', by: 'content', flaws: [] }]);
  });

  test('a bundle shows each library and each of its versions', () => {
    expect(
      byContent(
        '/*! jQuery v1.8.3 jquery.com */\n/*! jQuery v2.1.4 | (c) */\n/*! jQuery v1.8.3 again */\n/*!\n * Bootstrap v3.3.5 (http://getbootstrap.com)',
      ).toSorted(),
    ).toEqual(['bootstrap 3.3.5', 'jquery 1.8.3', 'jquery 2.1.4']);
  });
});

test('never throws, whatever the address and the script', () => {
  const word = fc.constantFrom(
    'jquery',
    'bootstrap',
    '@',
    '-',
    '/',
    '.',
    '1.2.3',
    '1',
    '.js',
    '.min',
    'ajax/libs/',
    '?ver=',
    '%',
    ' v',
    '/*! ',
    '\n',
    '\u0000',
    '💥',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
  );
  fc.assert(
    fc.property(text, text, (url, content) => {
      for (const { version, flaws } of detectLibraries({ url, content })) {
        expect(version).toMatch(/^\d/);
        expect(flaws.every(({ summary }) => summary.length > 0)).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

describe('flaws', () => {
  test.each([
    [
      '/jquery-1.6.2.js',
      [
        'CVE-2011-4969',
        'CVE-2012-6708',
        'CVE-2020-7656',
        'CVE-2015-9251',
        'CVE-2019-11358',
        'CVE-2020-11022',
        'CVE-2020-11023',
      ],
    ],
    ['/jquery-1.12.1.js', ['CVE-2019-11358', 'CVE-2020-11022', 'CVE-2020-11023']],
    ['/jquery-1.12.4.js', ['CVE-2015-9251', 'CVE-2019-11358', 'CVE-2020-11022', 'CVE-2020-11023']],
    ['/jquery-3.0.0-rc1.js', ['CVE-2016-10707', 'CVE-2019-11358', 'CVE-2020-11022', 'CVE-2020-11023']],
    ['/jquery-3.4.1.js', ['CVE-2020-11022', 'CVE-2020-11023']],
    ['/jquery-3.5.0.js', []],
    ['/jquery-3.7.1.js', []],
    ['/bootstrap-3.4.0.js', ['CVE-2019-8331', 'CVE-2024-6484', 'CVE-2024-6485']],
    ['/bootstrap-4.3.1.js', ['CVE-2024-6531']],
    ['/bootstrap-5.3.3.js', []],
    ['/handlebars-3.0.8.js', ['CVE-2015-8861', 'CVE-2021-23369', 'CVE-2021-23383']],
    ['/jquery-ui-1.13.2.js', []],
    ['/lodash-4.17.23.js', []],
    ['/moment-2.29.4.js', []],
    ['/jquery-1.12.4-aem.js', []],
  ])('%s', (url, expected) => {
    expect(cves(url).toSorted()).toEqual(expected.toSorted());
  });

  test('the fix named is that of the same branch', () => {
    const fix = (url: string, cve: string) =>
      detectLibraries({ url })
        .flatMap(({ flaws }) => flaws)
        .find((flaw) => flaw.cve.includes(cve))?.fixedIn;
    expect(fix('/bootstrap-3.3.7.js', 'CVE-2019-8331')).toBe('3.4.1');
    expect(fix('/bootstrap-4.1.0.js', 'CVE-2019-8331')).toBe('4.3.1');
    expect(fix('/bootstrap-3.3.7.js', 'CVE-2024-6484')).toBeNull();
  });

  test('an abandoned library is said to be so', () => {
    const [angularjs] = detectLibraries({ url: '/angular-1.8.3.js' });
    expect(angularjs?.flaws).toContainEqual({
      cve: [],
      severity: 'low',
      summary: expect.stringContaining('not been maintained'),
      fixedIn: null,
    });
  });

  test('where the address asks for the newest of a line, only what is in all of it counts', () => {
    expect(cves('https://cdn.jsdelivr.net/npm/jquery@3.4/dist/jquery.min.js')).toEqual([
      'CVE-2020-11022',
      'CVE-2020-11023',
    ]);
    expect(cves('https://cdn.jsdelivr.net/npm/bootstrap@4.3/dist/js/bootstrap.min.js')).toEqual([
      'CVE-2024-6531',
    ]);
    expect(cves('https://ajax.googleapis.com/ajax/libs/jquery/1.12/jquery.min.js')).toContain(
      'CVE-2015-9251',
    );
  });
});
