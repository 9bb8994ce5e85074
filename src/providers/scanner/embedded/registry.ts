import { cookies } from './checks/cookies/cookies.ts';
import { csp } from './checks/headers/csp.ts';
import { framing } from './checks/headers/framing.ts';
import { sniffing } from './checks/headers/sniffing.ts';
import { certificates } from './checks/transport/certificate.ts';
import { https } from './checks/transport/https.ts';
import { protocols } from './checks/transport/protocols.ts';
import type { Check } from './rule.ts';

/** Every check there is, in the order they run. A new check is a new file and one line here. */
export const checks: readonly Check[] = [https, certificates, protocols, csp, framing, sniffing, cookies];

/** Every rule of every check, by id. */
export const rules = checks.flatMap((check) => check.rules);
