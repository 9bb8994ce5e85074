import { nosqlInjection } from './checks/queries/nosql.ts';
import { ldapInjection, xpathInjection } from './checks/queries/trees.ts';
import { sqlInjection } from './checks/queries/sql.ts';
import { reflectedXss } from './checks/scripting/reflected.ts';
import { storedXss } from './checks/scripting/stored.ts';
import { clientTemplates } from './checks/scripting/templates.ts';
import { domScripts } from './checks/scripting/dom/dom.ts';
import { cookies } from './checks/cookies/cookies.ts';
import { integrity } from './checks/content/integrity.ts';
import { mixed } from './checks/content/mixed.ts';
import { bypass } from './checks/execution/bypass.ts';
import { code } from './checks/execution/code.ts';
import { command } from './checks/execution/command.ts';
import { headers } from './checks/execution/headers.ts';
import { platforms } from './checks/execution/platforms.ts';
import { redirect } from './checks/execution/redirect.ts';
import { templates } from './checks/execution/templates.ts';
import { traversal } from './checks/execution/traversal.ts';
import { upload } from './checks/execution/upload.ts';
import { log4shell } from './checks/outside/log4shell.ts';
import { ssrf } from './checks/outside/ssrf.ts';
import { xxe } from './checks/outside/xxe.ts';
import { exposure } from './checks/exposure/exposure.ts';
import { csp } from './checks/headers/csp.ts';
import { framing } from './checks/headers/framing.ts';
import { sniffing } from './checks/headers/sniffing.ts';
import { accounts } from './checks/leaks/accounts.ts';
import { banners } from './checks/leaks/banners.ts';
import { errors } from './checks/leaks/errors.ts';
import { insides } from './checks/leaks/insides.ts';
import { secrets } from './checks/leaks/secrets.ts';
import { libraries } from './checks/libraries/libraries.ts';
import { defaultPages } from './checks/server/defaultPage.ts';
import { openServices } from './checks/exposure/services.ts';
import { adminPages } from './checks/exposure/adminPages.ts';
import { csrf } from './checks/forms/csrf.ts';
import { caching } from './checks/headers/caching.ts';
import { hostHeader } from './checks/server/hostHeader.ts';
import { personal } from './checks/content/personal.ts';
import { cors } from './checks/server/cors.ts';
import { listings } from './checks/server/listing.ts';
import { methods } from './checks/server/methods.ts';
import { certificates } from './checks/transport/certificate.ts';
import { https } from './checks/transport/https.ts';
import { protocols } from './checks/transport/protocols.ts';
import type { Check } from './rule.ts';

export const checks: readonly Check[] = [
  https,
  certificates,
  protocols,
  csp,
  framing,
  sniffing,
  caching,
  cookies,
  banners,
  mixed,
  personal,
  integrity,
  secrets,
  accounts,
  errors,
  insides,
  libraries,
  methods,
  cors,
  hostHeader,
  listings,
  defaultPages,
  openServices,
  exposure,
  adminPages,
  csrf,
  reflectedXss,
  storedXss,
  clientTemplates,
  domScripts,
  redirect,
  headers,
  traversal,
  command,
  code,
  templates,
  upload,
  bypass,
  platforms,
  ssrf,
  xxe,
  log4shell,
  sqlInjection,
  nosqlInjection,
  ldapInjection,
  xpathInjection,
];

export const rules = checks.flatMap((check) => check.rules);
