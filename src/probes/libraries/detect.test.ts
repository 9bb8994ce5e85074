import { describe, expect, test } from 'vitest';
import { detectLibraries } from './detect.ts';

const byAddress = (url: string) => detectLibraries({ url }).map(({ id, version }) => `${id} ${version}`);
const byContent = (content: string) =>
  detectLibraries({ url: 'https://site.test/app.js', content }).map(({ id, version }) => `${id} ${version}`);
const cves = (url: string) => detectLibraries({ url }).flatMap(({ flaws }) => flaws.flatMap(({ cve }) => cve));

describe('addresses that name a library and its version', () => {
  test.each([
    ['https://code.jquery.com/jquery-1.12.4.min.js', 'jquery 1.12.4'],
    ['https://code.jquery.com/jquery-3.6.0.slim.min.js', 'jquery 3.6.0'],
    ['//code.jquery.com/jquery-2.2.4.js', 'jquery 2.2.4'],
    ['https://code.jquery.com/ui/1.12.1/jquery-ui.min.js', 'jquery-ui 1.12.1'],
    ['https://code.jquery.com/mobile/1.4.5/jquery.mobile-1.4.5.min.js', 'jquery-mobile 1.4.5'],
    ['https://ajax.googleapis.com/ajax/libs/jquery/1.11.3/jquery.min.js', 'jquery 1.11.3'],
    ['https://ajax.googleapis.com/ajax/libs/jqueryui/1.8.16/jquery-ui.min.js', 'jquery-ui 1.8.16'],
    ['https://ajax.googleapis.com/ajax/libs/angularjs/1.5.8/angular.min.js', 'angularjs 1.5.8'],
    ['https://ajax.googleapis.com/ajax/libs/dojo/1.13.0/dojo/dojo.js', 'dojo 1.13.0'],
    ['https://ajax.googleapis.com/ajax/libs/mootools/1.6.0/mootools.min.js', 'mootools 1.6.0'],
    ['https://ajax.googleapis.com/ajax/libs/prototype/1.7.3.0/prototype.js', 'prototype 1.7.3.0'],
    ['https://ajax.googleapis.com/ajax/libs/threejs/r84/three.min.js', null],
    ['https://ajax.aspnetcdn.com/ajax/jQuery/jquery-3.4.0.min.js', 'jquery 3.4.0'],
    ['https://ajax.aspnetcdn.com/ajax/jquery.validate/1.19.2/jquery.validate.min.js', 'jquery-validation 1.19.2'],
    ['https://cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.15/lodash.min.js', 'lodash 4.17.15'],
    ['https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.1/moment-with-locales.min.js', 'moment 2.29.1'],
    ['https://cdnjs.cloudflare.com/ajax/libs/handlebars.js/4.7.6/handlebars.runtime.min.js', 'handlebars 4.7.6'],
    ['https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/3.3.7/js/bootstrap.min.js', 'bootstrap 3.3.7'],
    ['https://cdnjs.cloudflare.com/ajax/libs/Chart.js/2.9.3/Chart.min.js', 'chart.js 2.9.3'],
    ['https://cdnjs.cloudflare.com/ajax/libs/pdf.js/2.16.105/pdf.min.js', 'pdf.js 2.16.105'],
    ['https://cdnjs.cloudflare.com/ajax/libs/select2/4.0.6-rc.0/js/select2.min.js', 'select2 4.0.6-rc.0'],
    ['https://cdnjs.cloudflare.com/ajax/libs/mathjax/2.7.1/MathJax.js?config=TeX-AMS', 'mathjax 2.7.1'],
    ['https://cdn.jsdelivr.net/npm/bootstrap@4.3.1/dist/js/bootstrap.bundle.min.js', 'bootstrap 4.3.1'],
    ['https://cdn.jsdelivr.net/npm/vue@2.6.14/dist/vue.js', 'vue 2.6.14'],
    ['https://cdn.jsdelivr.net/npm/axios@0.21.1', 'axios 0.21.1'],
    ['https://cdn.jsdelivr.net/npm/@fancyapps/fancybox@3.5.7/dist/jquery.fancybox.min.js', 'fancybox 3.5.7'],
    ['https://cdn.jsdelivr.net/npm/swagger-ui-dist@3.20.0/swagger-ui-bundle.js', 'swagger-ui 3.20.0'],
    ['https://unpkg.com/react@16.13.1/umd/react.production.min.js', 'react 16.13.1'],
    ['https://unpkg.com/react-dom@16.13.1/umd/react-dom.production.min.js', 'react-dom 16.13.1'],
    ['https://unpkg.com/dompurify@2.0.16/dist/purify.min.js', 'dompurify 2.0.16'],
    ['https://unpkg.com/htmx.org@1.9.2', 'htmx 1.9.2'],
    ['https://maxcdn.bootstrapcdn.com/bootstrap/3.4.0/js/bootstrap.min.js', 'bootstrap 3.4.0'],
    ['https://stackpath.bootstrapcdn.com/bootstrap/4.5.2/js/bootstrap.bundle.min.js', 'bootstrap 4.5.2'],
    ['https://code.angularjs.org/1.2.3/angular.min.js', 'angularjs 1.2.3'],
    ['https://cdn.datatables.net/1.10.19/js/jquery.dataTables.min.js', 'datatables 1.10.19'],
    ['https://cdn.ckeditor.com/4.11.4/standard/ckeditor.js', 'ckeditor4 4.11.4'],
    ['https://cdn.ckeditor.com/ckeditor5/34.0.0/classic/ckeditor.js', 'ckeditor5 34.0.0'],
    ['https://cdn.quilljs.com/1.3.6/quill.min.js', 'quill 1.3.6'],
    ['https://cdn.plot.ly/plotly-1.58.4.min.js', 'plotly 1.58.4'],
    ['https://cdn.socket.io/4.5.4/socket.io.min.js', 'socket.io 4.5.4'],
    ['https://vjs.zencdn.net/7.11.4/video.min.js', 'video.js 7.11.4'],
    ['https://cdn.sheetjs.com/xlsx-0.19.2/package/dist/xlsx.full.min.js', 'xlsx 0.19.2'],
    ['/js/vendor/jquery-1.8.3.1.js', 'jquery 1.8.3.1'],
    ['/js/jquery-1.7.min.js', 'jquery 1.7'],
    ['/js/jquery.1.9.0b1.js', 'jquery 1.9.0b1'],
    ['/assets/jquery-ui-1.8.16.custom.min.js?v=20160523', 'jquery-ui 1.8.16'],
    ['/assets/jquery-migrate-1.1.0.min.js', 'jquery-migrate 1.1.0'],
    ['/js/jquery.validate-1.12.0.min.js', 'jquery-validation 1.12.0'],
    ['/lib/bootstrap-3.3.7/js/bootstrap.min.js', 'bootstrap 3.3.7'],
    ['/lib/jquery/1.9.1/jquery.min.js', 'jquery 1.9.1'],
    ['/lib/tinymce/4.5.1/tinymce.min.js', 'tinymce 4.5.1'],
    ['/lib/underscore-1.8.3-min.js', 'underscore 1.8.3'],
    ['/lib/moment-2.10.6.min.js', 'moment 2.10.6'],
    ['/lib/knockout-3.4.2.js', 'knockout 3.4.2'],
    ['/lib/prototype-1.7.js', 'prototype 1.7'],
    ['/js/easyXDM-2.4.17.min.js', 'easyxdm 2.4.17'],
    ['/wp-includes/js/jquery/jquery.min.js?ver=3.6.1', 'jquery 3.6.1'],
    ['/blog/wp-includes/js/jquery/jquery-migrate.min.js?ver=3.3.2', 'jquery-migrate 3.3.2'],
    ['/wp-includes/js/jquery/ui/core.min.js?ver=1.12.1', 'jquery-ui 1.12.1'],
    ['/wp-includes/js/underscore.min.js?ver=1.8.3', 'underscore 1.8.3'],
    ['/wp-includes/js/dist/vendor/react-dom.min.js?ver=18.2.0', 'react-dom 18.2.0'],
    ['HTTPS://CDN.example/JQuery-1.4.2.MIN.JS', 'jquery 1.4.2'],
    ['https://cdn.example/npm/jquery%403.1.0/dist/jquery.js', 'jquery 3.1.0'],
  ])('%s', (url, expected) => {
    expect(byAddress(url)).toEqual(expected === null ? [] : [expected]);
  });

  test('a combined address names several', () => {
    expect(byAddress('https://cdn.jsdelivr.net/combine/npm/jquery@3.1.0,npm/bootstrap@3.3.7/dist/js/bootstrap.min.js').toSorted()).toEqual([
      'bootstrap 3.3.7',
      'jquery 3.1.0',
    ]);
  });
});

describe('addresses that name nothing known for sure', () => {
  test.each([
    '/js/jquery.js',
    '/js/jquery.min.js?v=1.2.3',
    '/js/jquery.min.js?ver=5.8.1',
    '/wp-content/themes/shop/js/jquery.min.js?ver=1.4.2',
    '/wp-content/plugins/slider/js/bootstrap.min.js?ver=3.1.2',
    '/js/jquery-20160523.min.js',
    '/js/jquery-2016.05.23.min.js',
    '/js/jquery-3.min.js',
    '/app/2.3.1/jquery.min.js',
    '/static/1.4.2/js/bootstrap.min.js',
    '/build-1.2.3/angular.js',
    '/js/jquery.cookie-1.4.1.js',
    '/js/jquery.form-validator-2.3.26.js',
    '/js/jquery-slick-1.8.1.js',
    '/js/jquery.tmpl-1.0.0.js',
    '/js/bootstrap-datepicker-1.6.4.min.js',
    '/js/bootstrap-datetimepicker.4.17.47.js',
    '/js/bootstrap-multiselect-0.9.13.js',
    '/js/angular-route-1.5.8.js',
    '/js/angular-ui-router-0.2.18.js',
    '/js/vue-router-3.0.1.js',
    '/js/vue-resource-1.5.1.js',
    '/js/vuex-3.0.0.js',
    '/js/react-router-4.3.1.js',
    '/js/react-bootstrap-0.32.0.js',
    '/js/lodash-inflection-1.5.0.js',
    '/js/moment-timezone-0.5.11.js',
    '/js/chartjs-plugin-datalabels-0.3.0.js',
    '/js/myjquery-1.2.3.js',
    '/js/video-1.2.3.js',
    'https://cdn.jsdelivr.net/npm/jquery-validation-unobtrusive@3.2.11/dist/x.js',
    'https://cdn.jsdelivr.net/npm/vue-router@3.0.1/dist/vue-router.js',
    'https://cdn.jsdelivr.net/npm/@types/jquery@3.3.0/index.js',
    'https://cdn.jsdelivr.net/npm/jquery@3/dist/jquery.min.js',
    'https://cdn.jsdelivr.net/npm/jquery@latest/dist/jquery.min.js',
    'https://cdn.jsdelivr.net/npm/jquery/dist/jquery.min.js',
    'https://cdn.jsdelivr.net/npm/bootstrap@3.3.7/dist/css/bootstrap.min.css',
    'https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/3.3.7/css/bootstrap.min.css',
    'https://cdnjs.cloudflare.com/ajax/libs/jquery.mask/1.14.10/jquery.mask.min.js',
    'https://cdnjs.cloudflare.com/ajax/libs/bootstrap-datepicker/1.9.0/js/bootstrap-datepicker.min.js',
    'https://cdnjs.cloudflare.com/ajax/libs/angular-ui-bootstrap/2.5.0/ui-bootstrap-tpls.min.js',
    '/js/jquery-1.12.4.min.js.map',
    '/img/jquery-1.12.4.png',
    'https://jquery@1.2.3.4/app.js',
    '%',
    '/%E0%A4%A/jquery.js',
    '',
  ])('%s', (url) => {
    expect(byAddress(url)).toEqual([]);
  });
});

describe('banners and constants in the script', () => {
  test.each([
    ['/*!\n * jQuery JavaScript Library v1.11.1\n * http://jquery.com/\n *', 'jquery 1.11.1'],
    ['/*! jQuery v3.3.1 | (c) JS Foundation and other contributors | jquery.org/license */', 'jquery 3.3.1'],
    ['var x=1;!function(e,t){var f="3.4.1",k=function(e,t){return new k.fn.init(e,t)};}', 'jquery 3.4.1'],
    ['e.fn=e.prototype={constructor:e,init:function(){},selector:"",jquery:"1.8.3",length:0,size:function(){}', 'jquery 1.8.3'],
    ['/*! jQuery UI - v1.11.4 - 2015-03-11\n* http://jqueryui.com', 'jquery-ui 1.11.4'],
    ['/*!\n * jQuery UI 1.8.16\n *\n * Copyright 2011', 'jquery-ui 1.8.16'],
    ['/*! jQuery Migrate v1.1.1 | (c) 2005', 'jquery-migrate 1.1.1'],
    ['/*!\n * jQuery Validation Plugin v1.17.0\n *', 'jquery-validation 1.17.0'],
    ['/*!\n  * Bootstrap v4.1.0 (https://getbootstrap.com/)\n', 'bootstrap 4.1.0'],
    ['/* ====\n * Bootstrap: tooltip.js v3.3.5\n * http', 'bootstrap 3.3.5'],
    ['/*\n AngularJS v1.4.8\n (c) 2010-2015 Google, Inc.\n*/ /**\n * @license AngularJS v1.4.8\n', 'angularjs 1.4.8'],
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
    const found = detectLibraries({ url: '/js/jquery-1.9.1.min.js', content: '/*! jQuery v3.7.1 | (c) OpenJS Foundation */' });
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

describe('flaws', () => {
  test.each([
    [
      '/jquery-1.6.2.js',
      ['CVE-2011-4969', 'CVE-2012-6708', 'CVE-2020-7656', 'CVE-2015-9251', 'CVE-2019-11358', 'CVE-2020-11022', 'CVE-2020-11023'],
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
    expect(cves('https://cdn.jsdelivr.net/npm/jquery@3.4/dist/jquery.min.js')).toEqual(['CVE-2020-11022', 'CVE-2020-11023']);
    expect(cves('https://cdn.jsdelivr.net/npm/bootstrap@4.3/dist/js/bootstrap.min.js')).toEqual(['CVE-2024-6531']);
    expect(cves('https://ajax.googleapis.com/ajax/libs/jquery/1.12/jquery.min.js')).toContain('CVE-2015-9251');
  });
});
