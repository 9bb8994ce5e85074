/** The risk vectors of our own estimate. Ids, categories and orders are those of the field (references, ratings). */

export const categories = {
  compromised: { name: 'Compromised Systems', order: 0, weight: 20 },
  diligence: { name: 'Diligence', order: 1, weight: 78 },
  behavior: { name: 'User Behavior', order: 2, weight: 2 },
  disclosures: { name: 'Public Disclosures', order: 3, weight: 0 },
} as const;
export type CategoryId = keyof typeof categories;

export type VectorInfo = {
  name: string;
  category: CategoryId;
  order: number;
  /** Share of the rating, of 100; the five compromised ones share 20. */
  weight: number;
  beta?: true;
};

export const vectorInfo = {
  botnet_infections: { name: 'Botnet Infections', category: 'compromised', order: 0, weight: 4 },
  spam_propagation: { name: 'Spam Propagation', category: 'compromised', order: 1, weight: 4 },
  malware_servers: { name: 'Malware Servers', category: 'compromised', order: 2, weight: 4 },
  unsolicited_comm: { name: 'Unsolicited Communications', category: 'compromised', order: 3, weight: 4 },
  potentially_exploited: { name: 'Potentially Exploited', category: 'compromised', order: 4, weight: 4 },
  spf: { name: 'SPF Domains', category: 'diligence', order: 5, weight: 4 },
  dkim: { name: 'DKIM Records', category: 'diligence', order: 6, weight: 3 },
  dmarc: { name: 'DMARC', category: 'diligence', order: 7, weight: 6 },
  ssl_certificates: { name: 'TLS/SSL Certificates', category: 'diligence', order: 8, weight: 11 },
  ssl_configurations: { name: 'TLS/SSL Configurations', category: 'diligence', order: 9, weight: 14 },
  open_ports: { name: 'Open Ports', category: 'diligence', order: 10, weight: 13 },
  application_security: { name: 'Web Application Security', category: 'diligence', order: 11, weight: 9 },
  patching_cadence: { name: 'Patching Cadence', category: 'diligence', order: 12, weight: 10 },
  insecure_systems: { name: 'Insecure Systems', category: 'diligence', order: 13, weight: 3 },
  server_software: { name: 'Server Software', category: 'diligence', order: 14, weight: 5 },
  desktop_software: { name: 'Desktop Software', category: 'diligence', order: 15, weight: 0 },
  mobile_software: { name: 'Mobile Software', category: 'diligence', order: 16, weight: 0 },
  dnssec: { name: 'DNSSEC', category: 'diligence', order: 17, weight: 0, beta: true },
  caa: { name: 'CAA', category: 'diligence', order: 18, weight: 0, beta: true },
  mta_sts_tls_rpt: { name: 'Mail Transport Policy', category: 'diligence', order: 19, weight: 0, beta: true },
  security_txt: { name: 'security.txt', category: 'diligence', order: 20, weight: 0, beta: true },
  file_sharing: { name: 'File Sharing', category: 'behavior', order: 21, weight: 2 },
  exposed_credentials: {
    name: 'Exposed Credentials',
    category: 'behavior',
    order: 22,
    weight: 0,
    beta: true,
  },
  data_breaches: { name: 'Security Incidents', category: 'disclosures', order: 23, weight: 0 },
} as const satisfies Record<string, VectorInfo>;
export type VectorId = keyof typeof vectorInfo;
export const vectorIds = Object.keys(vectorInfo) as VectorId[];
