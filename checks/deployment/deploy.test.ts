import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '#platform/server/settings/settings.ts';
import { hasHelm, renderChart, schemaErrors, typeErrors, type Manifest } from './chart.ts';
import { knownSettings } from './settings.ts';
import { fullValues, leastValues } from './values.ts';

/** The chart in deploy/helm, as Helm renders it. What the kit's files have in common is in deploymentKit.test.ts. */

const secret = 'k3vX9qLw7TfB2mHs8RdYc4NzQe5Wu6Jp1';
/** What the Secret of `existingSecret` holds, as docs/deploying.md says. */
const secrets = {
  DATABASE_URL: 'postgres://portal:x@db/portal',
  SECRET_KEY: secret,
  SMTP_URL: 'smtps://mail.example.com',
};

const podSpecOf = ({ kind, spec }: Manifest) =>
  ['Deployment', 'Job'].includes(kind) ? spec.template.spec : null;
const podSpecs = (manifests: Manifest[]) => manifests.map(podSpecOf).filter((spec) => spec !== null);
const named = (manifests: Manifest[], kind: string, end: string): Manifest =>
  manifests.find((one) => one.kind === kind && one.metadata.name.endsWith(end))!;
const envOf = (container: any): Record<string, string> =>
  Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));

describe.runIf(hasHelm)('the chart', () => {
  test('makes objects that Kubernetes accepts, with few values and with all', async () => {
    const rendered = [
      await renderChart(leastValues),
      await renderChart(fullValues),
      await renderChart({ ...leastValues, networkPolicy: { enabled: false } }),
    ];
    expect(rendered.map((manifests) => manifests.length)).toEqual([10, 14, 7]);
    for (const manifests of rendered) {
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(await schemaErrors(manifests)).toEqual([]);
    }
    expect(typeErrors(rendered.flat())).toEqual([]);
  });

  test('with a field that Kubernetes does not know, or a value of the wrong type, fails these checks', async () => {
    const manifests = await renderChart(leastValues);
    const server = named(manifests, 'Deployment', '-server');
    server.spec.template.spec.containers[0].readynessProbe = {};
    expect(typeErrors(manifests)).toEqual([expect.stringContaining('readynessProbe')]);
    server.spec.replicas = '2';
    expect(await schemaErrors(manifests)).toEqual([expect.stringContaining('spec/replicas must be integer')]);
  });

  test.each([
    ['publicUrl', { ...leastValues, publicUrl: 'http://portal.example.com' }],
    ['Set publicUrl', { ...leastValues, publicUrl: '' }],
    ['Set existingSecret', { ...leastValues, existingSecret: '' }],
    ['Set env.S3_BUCKET, or data.existingClaim', { ...leastValues, env: { BILLING: 'sandbox' } }],
    ['SECRET_KEY', { ...leastValues, env: { ...leastValues.env, SECRET_KEY: secret } }],
    ['SMTP_URL', { ...leastValues, env: { ...leastValues.env, SMTP_URL: 'smtp://user:x@mail' } }],
    ['PORT', { ...leastValues, env: { ...leastValues.env, PORT: 80 } }],
    [
      'The chart sets PUBLIC_URL itself',
      { ...leastValues, env: { ...leastValues.env, PUBLIC_URL: 'https://x' } },
    ],
    ['tag', { ...leastValues, image: { tag: 'latest' } }],
    ['replica', { ...leastValues, server: { replica: 3 } }],
    [
      'server.terminationGracePeriodSeconds',
      { ...leastValues, server: { terminationGracePeriodSeconds: 40 } },
    ],
    [
      'server.autoscaling.minReplicas',
      { ...leastValues, server: { autoscaling: { enabled: true, minReplicas: 9 } } },
    ],
    ['trustProxy', { ...leastValues, trustProxy: 'true' }],
  ])('refuses values with one sentence about %s', async (word, values) => {
    await expect(renderChart(values)).rejects.toThrow(word);
  });

  test('has a value for each line of values.yaml, tried with another than the default', async () => {
    const paths = (value: unknown, at = ''): string[] =>
      value &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      !/(env|Annotations|annotations|labels|nodeSelector|affinity|resources)$/.test(at)
        ? Object.entries(value).flatMap(([name, below]) => paths(below, at ? `${at}.${name}` : name))
        : [at];
    const defaults = parse(readFileSync('deploy/helm/values.yaml', 'utf8'));
    const unset = paths(defaults).filter((name) => !paths(fullValues).includes(name));
    expect(unset).toEqual([]);
    const at = (values: any, name: string) => name.split('.').reduce((value, key) => value?.[key], values);
    const same = paths(defaults).filter(
      (name) =>
        name !== 'networkPolicy.enabled' &&
        JSON.stringify(at(defaults, name)) === JSON.stringify(at(fullValues, name)),
    );
    expect(same).toEqual([]);
  });
});

describe.runIf(hasHelm)('each pod of the chart', () => {
  test.each([leastValues, fullValues])('gives no pod a right that it does not need', async (values) => {
    const specs = podSpecs(await renderChart(values));
    expect(specs).toHaveLength(3);
    for (const spec of specs) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 });
      for (const kind of ['hostNetwork', 'hostPID', 'hostIPC']) expect(spec[kind]).toBeUndefined();
      expect(spec.volumes.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['tmp', 'data']),
      );
      for (const { securityContext, resources, image } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          privileged: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources.limits.memory).toBeDefined();
        expect(image).not.toMatch(/:latest$/);
      }
    }
  });

  test('confines workers by their own seccomp profile where one is named, and all other pods by that of the runtime', async () => {
    const profiles = async (values: object) =>
      podSpecs(await renderChart(values)).map(({ securityContext, containers }) => [
        containers[0].name,
        securityContext.seccompProfile,
      ]);
    const runtime = { type: 'RuntimeDefault' };
    expect(Object.fromEntries(await profiles(leastValues))).toEqual({
      server: runtime,
      worker: runtime,
      migrate: runtime,
    });
    const own = { type: 'Localhost', localhostProfile: 'portal/worker.json' };
    expect(Object.fromEntries(await profiles(fullValues))).toEqual({
      server: runtime,
      worker: own,
      migrate: runtime,
    });
  });

  test('sets settings that production accepts, together with those of the Secret', async () => {
    for (const values of [leastValues, fullValues])
      for (const { containers } of podSpecs(await renderChart(values))) {
        const env = envOf(containers[0]);
        expect(Object.keys(env).filter((name) => !knownSettings.has(name))).toEqual([]);
        expect(readSettings({ NODE_ENV: 'production', ...env, ...secrets })).toMatchObject({
          publicUrl: values.publicUrl,
        });
      }
  });

  test('hands the login of the owner to the migration alone', async () => {
    const manifests = await renderChart(fullValues);
    const sources = podSpecs(manifests).map(({ containers }) => [
      containers[0].name,
      containers[0].envFrom.map(({ secretRef }: { secretRef: { name: string } }) => secretRef.name),
    ]);
    expect(Object.fromEntries(sources)).toEqual({
      server: ['portal-secrets'],
      worker: ['portal-secrets'],
      migrate: ['portal-secrets', 'portal-owner'],
    });
  });

  test('ends a program only after it had the time to finish', async () => {
    const drain =
      Number(
        /process\.exit\(1\), ([\d_]+)\)\.unref/
          .exec(readFileSync('src/app/program/program.ts', 'utf8'))![1]!
          .replace('_', ''),
      ) / 1000;
    expect(drain).toBe(30);
    for (const values of [leastValues, fullValues])
      for (const { containers, terminationGracePeriodSeconds } of podSpecs(await renderChart(values))) {
        const before = Number(containers[0].lifecycle?.preStop.exec.command[1] ?? 0);
        expect(terminationGracePeriodSeconds, containers[0].name).toBeGreaterThan(before + drain);
      }
  });
});

describe.runIf(hasHelm)('the chart in a cluster', () => {
  test('migrates before pods of the new version start, with its way to the database open by then', async () => {
    const manifests = await renderChart(leastValues);
    const hooks = manifests.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    const inOrder = hooks.sort(
      (a, b) =>
        Number(a.metadata.annotations!['helm.sh/hook-weight']) -
        Number(b.metadata.annotations!['helm.sh/hook-weight']),
    );
    expect(inOrder.map(({ kind, metadata }) => [kind, metadata.annotations!['helm.sh/hook']])).toEqual([
      ['NetworkPolicy', 'pre-install,pre-upgrade'],
      ['Job', 'pre-install,pre-upgrade'],
    ]);
    // Nothing else of the chart exists when it runs the first time.
    expect(podSpecOf(named(manifests, 'Job', '-migrate')).serviceAccountName).toBeUndefined();
  });

  test('lets scans reach the internet and nothing private, and people reach servers through the proxy alone', async () => {
    const manifests = await renderChart(leastValues);
    const policy = (name: string) => named(manifests, 'NetworkPolicy', `-${name}`).spec;
    for (const name of ['server', 'worker', 'migrate'])
      expect(policy(name).policyTypes).toEqual(['Ingress', 'Egress']);
    const outside = policy('worker').egress.filter(({ to }: any) => to?.some(({ ipBlock }: any) => ipBlock));
    expect(outside).toHaveLength(1);
    expect(outside[0].ports).toBeUndefined();
    const [ipv4, ipv6] = outside[0].to.map(({ ipBlock }: any) => ipBlock);
    expect(ipv4).toMatchObject({ cidr: '0.0.0.0/0' });
    expect(ipv4.except).toEqual(
      expect.arrayContaining([
        '10.0.0.0/8',
        '172.16.0.0/12',
        '192.168.0.0/16',
        '169.254.0.0/16',
        '127.0.0.0/8',
        '100.64.0.0/10',
      ]),
    );
    expect(ipv6.except).toEqual(
      expect.arrayContaining(['fc00::/7', 'fe80::/10', '::ffff:0:0/96', '64:ff9b::/96']),
    );
    expect(policy('migrate').egress.some(({ to }: any) => to?.some(({ ipBlock }: any) => ipBlock))).toBe(
      false,
    );
    expect(policy('migrate').ingress).toEqual([]);
    for (const { from } of policy('server').ingress) expect(from.length).toBeGreaterThan(0);
  });
});
