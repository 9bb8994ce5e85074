/** The least that the chart asks for. */
export const leastValues = {
  publicUrl: 'https://portal.example.com',
  existingSecret: 'portal',
  env: { S3_BUCKET: 'portal-files', BILLING: 'sandbox', MAIL_FROM: 'portal@example.com' },
};

const placed = {
  podAnnotations: { 'example.com/team': 'portal' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'portal', effect: 'NoSchedule' }],
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 1,
          podAffinityTerm: {
            topologyKey: 'kubernetes.io/hostname',
            labelSelector: { matchLabels: { app: 'other' } },
          },
        },
      ],
    },
  },
  priorityClassName: 'portal',
  tmpSize: '3Gi',
};

/** Every value of the chart, each other than its default. */
export const fullValues = {
  image: {
    repository: 'images.example.com/portal',
    tag: '9.9.9',
    digest: `sha256:${'a'.repeat(64)}`,
    pullPolicy: 'Always',
    pullSecrets: ['images'],
  },
  publicUrl: 'https://safety.example.com',
  existingSecret: 'portal-secrets',
  env: {
    BILLING: 'sandbox',
    MAIL_FROM: 'portal@example.com',
    LOG_LEVEL: 'debug',
    ENVIRONMENT_NAME: 'staging',
    SCAN_CALLBACK_HOST: 'callback.example.com',
    SCAN_CALLBACK_PORT: 8081,
    CALLS_PER_SECOND: 50,
  },
  trustProxy: '10.20.0.0/16',
  data: { existingClaim: 'portal-files' },
  migration: {
    existingSecret: 'portal-owner',
    activeDeadlineSeconds: 600,
    resources: { requests: { cpu: 1, memory: '1Gi' }, limits: { memory: '2Gi' } },
  },
  server: {
    ...placed,
    replicas: 3,
    databasePool: 12,
    resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } },
    autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, targetCPUUtilizationPercentage: 60 },
    preStopSeconds: 15,
    terminationGracePeriodSeconds: 60,
  },
  worker: {
    ...placed,
    replicas: 4,
    databasePool: 14,
    scanConcurrency: 3,
    resources: {
      requests: { cpu: '1', memory: '1Gi' },
      limits: { memory: '3Gi', 'ephemeral-storage': '4Gi' },
    },
    seccompProfile: 'portal/worker.json',
    terminationGracePeriodSeconds: 45,
  },
  serviceAccount: { annotations: { 'example.com/role': 'files' } },
  service: { port: 8080, annotations: { 'example.com/note': 'portal' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '50m' },
    hosts: ['safety.example.com', 'shop.example.com'],
    tlsSecret: 'portal-tls',
  },
  networkPolicy: {
    enabled: true,
    ingressController: [{ podSelector: { matchLabels: { app: 'gateway' } } }],
    monitoring: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
    dns: [{ ipBlock: { cidr: '169.254.20.10/32' } }],
    database: [{ ipBlock: { cidr: '10.30.0.0/24' } }],
    databasePort: 6432,
    privateNetworks: { ipv4: ['10.0.0.0/8', '192.168.0.0/16'], ipv6: ['fc00::/7'] },
    extraEgress: [
      { to: [{ podSelector: { matchLabels: { app: 'mail' } } }], ports: [{ port: 587, protocol: 'TCP' }] },
    ],
  },
  monitoring: { enabled: true, interval: '15s', labels: { release: 'prometheus' } },
  extraVolumes: [{ name: 'brands', configMap: { name: 'brands' } }],
  extraVolumeMounts: [{ name: 'brands', mountPath: '/config', readOnly: true }],
};
