import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { hasAccessData, archiveKind, sourceKind, contentOf } from './probe.ts';
import { backups } from './backups.ts';
import { consoles } from './consoles.ts';
import { developerFiles } from './developerFiles.ts';
import { repositories } from './repositories.ts';
import { serviceOf } from './services.ts';
import { settings } from './settings.ts';

const all = [...repositories, ...settings, ...developerFiles, ...consoles, ...backups('shop.example')];

/** Rules that would report this content under this path. */
function proofs(path: string, body: string | Buffer, type = 'text/plain'): string[] {
  const answer: HttpAnswer = {
    url: `https://shop.example/${path}`,
    method: 'GET',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', type]],
    body: Buffer.from(body),
    truncated: false,
    ms: 1,
    address: '192.0.2.1',
    requestHead: '',
  };
  return all
    .filter((item) => item.paths.includes(path) && item.proof(contentOf(answer)) !== null)
    .map((item) => item.rule.id);
}

describe('proofs of exposed files', () => {
  it.each([
    ['.git/HEAD', 'ref: refs/heads/main\n', 'exposure.git'],
    ['.git/HEAD', '9fceb02d0ae598e95dc970b74767f19372d61af8\n', 'exposure.git'],
    ['.git/index', 'DIRC\u0000\u0000', 'exposure.git'],
    ['.svn/entries', '12\n', 'exposure.svn'],
    ['.hg/requires', 'revlogv1\nstore\nfncache\n', 'exposure.hg'],
    ['CVS/Root', ':pserver:ben@cvs.lamps.test:/var/cvs\n', 'exposure.cvs'],
    ['.env', 'A_KEY=1\nDB_PASSWORD="x y"\n', 'exposure.env'],
    ['config.json', '{"db":{"password":"Tr33house9"}}', 'exposure.config'],
    ['config/database.yml', 'production:\n  username: shop\n  password: Tr33house9\n', 'exposure.config'],
    ['.vscode/sftp.json', '{"host":"lamps.test","username":"ben"}', 'exposure.config'],
    [
      'web.config',
      '<?xml version="1.0"?><configuration><system.webServer/></configuration>',
      'exposure.config',
    ],
    [
      'id_rsa',
      `-----BEGIN RSA PRIVATE KEY-----\n${'Ab1/'.repeat(40)}\n-----END RSA PRIVATE KEY-----`,
      'exposure.private-key',
    ],
    [
      'actuator',
      '{"_links":{"self":{"href":"/actuator"},"env":{"href":"/actuator/env"}}}',
      'exposure.actuator',
    ],
    ['actuator/env', '{"activeProfiles":[],"propertySources":[]}', 'exposure.actuator'],
    ['metrics', '# HELP up x\n# TYPE up gauge\nup{job="a"} 1\n', 'exposure.metrics'],
    [
      'elmah.axd',
      '<title>Error log for / on WEB1 (Page #1)</title> Powered by ELMAH',
      'exposure.debug-console',
    ],
    [
      'graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D',
      '{"data":{"__schema":{"queryType":{"name":"Query"}}}}',
      'exposure.graphql-introspection',
    ],
    ['openapi.json', '{"openapi":"3.0.1","paths":{}}', 'exposure.api-docs'],
    [
      'phpmyadmin/',
      '<!DOCTYPE html><html><title>phpMyAdmin</title><input name="pma_username">',
      'exposure.database-admin',
    ],
    ['wp-config.php.bak', "<?php define('DB_PASSWORD', 'x');", 'exposure.backup-source'],
    ['.wp-config.php.swp', 'b0VIM 8.2', 'exposure.backup-source'],
    ['dump.sql', '-- PostgreSQL database dump\nCREATE TABLE a (b int);', 'exposure.database-dump'],
    ['db.sqlite', 'SQLite format 3\u0000', 'exposure.database-dump'],
    ['error.log', '2025-03-12 10:11:12 something failed\n', 'exposure.log-file'],
    ['docker-compose.yml', 'services:\n  web:\n    image: x\n', 'exposure.build-files'],
    ['Dockerfile', 'FROM node:24\nRUN x\n', 'exposure.build-files'],
  ])('%s', (path, body, rule) =>
    expect(proofs(path, body, path.endsWith('/') ? 'text/html' : 'text/plain')).toContain(rule),
  );

  it.each([
    ['.git/HEAD', '<!doctype html><html>ref: refs/heads/main</html>'],
    ['.git/HEAD', 'not here'],
    ['.env', '<html><body>A_KEY=1\nB_KEY=2</body></html>'],
    ['.env', 'Not found'],
    [
      'config.json',
      '{"labels":{"password":"Password","forgotPassword":"/account/reset"},"minPasswordLength":12}',
    ],
    [
      'config.json',
      '{"firebase":{"apiKey":"AIzaSyD4x9Kq2mWp7Rt1Lv8Zb3Nc6Hg5Jf0Ye2Q"},"sentry":{"dsn":"https://x@o1.example/2"}}',
    ],
    ['config.json', '{"theme":"dark","api":"/api/v1"}'],
    ['settings.json', '{"password":"${DB_PASSWORD}","secret":""}'],
    ['web.config', '<html>configuration</html>'],
    ['id_rsa', 'ssh-rsa AAAAB3 ben@lamps'],
    ['actuator', '{"_links":{"self":{"href":"/actuator"},"health":{"href":"/actuator/health"}}}'],
    ['metrics', '<h1>Our metrics</h1>'],
    ['console', '<html><title>Console</title>Our product console</html>'],
    ['docs', '<html><title>Documentation</title><p>How to use Swagger</p></html>'],
    ['swagger.json', '{"error":"not found"}'],
    [
      'graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D',
      '{"errors":[{"message":"GraphQL introspection is not allowed, but the query contained __schema"}]}',
    ],
    ['phpmyadmin/', '<html><title>About phpMyAdmin</title><p>An article</p></html>'],
    ['backup.zip', '<html>Not found</html>'],
    ['dump.sql', 'nothing'],
    ['wp-config.php.txt', 'see the manual'],
    ['error.log', '<html>2025-03-12 10:11:12</html>'],
    ['Dockerfile', 'Where it is FROM nobody knows'],
    [
      'crossdomain.xml',
      '<cross-domain-policy><allow-access-from domain="*.shop.example"/></cross-domain-policy>',
    ],
    ['server-status', '<html><title>Status</title>All systems work</html>'],
    ['test.php', '<html><title>Test</title>phpinfo() is a function</html>'],
  ])('nothing in %s with %s', (path, body) => expect(proofs(path, body, 'text/html')).toEqual([]));
});

describe('serviceOf', () => {
  const front = (body: string, headers: [string, string][] = []): HttpAnswer => ({
    url: 'https://shop.example/',
    method: 'GET',
    status: 200,
    statusText: 'OK',
    headers,
    body: Buffer.from(body),
    truncated: false,
    ms: 1,
    address: '192.0.2.1',
    requestHead: '',
  });
  it.each([
    [
      '{"cluster_name":"docker","version":{"number":"7.10.2","lucene_version":"8.7.0"},"tagline":"You Know, for Search"}',
      'Elasticsearch or OpenSearch',
    ],
    ['<title>Prometheus Time Series Collection and Processing Server</title>', 'Prometheus'],
  ])('%s', (body, name) => expect(serviceOf(front(body))?.name).toBe(name));
  it.each([
    '{"name":"shop","version":"1.0"}',
    '<p>About Prometheus and "cluster_name": "x", "lucene_version": "y"</p>',
  ])('nothing in %s', (body) => expect(serviceOf(front(body))).toBeNull());
});

describe('what a file is', () => {
  it('knows archives by their first bytes', () => {
    expect(archiveKind(Buffer.from('504b0304', 'hex'))).toBe('ZIP');
    expect(archiveKind(Buffer.from('1f8b0800', 'hex'))).toBe('gzip');
    expect(archiveKind(Buffer.from('<html>'))).toBeNull();
  });
  it.each([
    ['<?php echo 1;', 'PHP'],
    ['<%@ page language="java" %>', 'ASP or JSP'],
    ['#!/usr/bin/perl\nprint', 'script'],
    ['using System;\nclass A', 'program'],
  ])('%s', (text, kind) => expect(sourceKind(text)).toBe(kind));
  it.each(['<html><body>x</body></html>', 'plain words', ''])('%j is no source', (text) =>
    expect(sourceKind(text)).toBeNull(),
  );
  it('tells access data from words about it', () => {
    expect(hasAccessData('db_password = Tr33house9')).toBe(true);
    expect(hasAccessData('{"password": "Please enter a password"}')).toBe(false);
  });
});
