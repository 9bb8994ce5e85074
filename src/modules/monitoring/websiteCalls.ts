import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { ownership } from './entities.ts';
import { mostExcluded, mostWindows } from './quietHours.ts';
import { excludedPath, quietWindow, signInGiven, signInKept } from './scanSettings.ts';
import { websiteOrder, websiteRow } from './websiteList.ts';

const org = { access: 'org', module: 'monitoring' } as const;
const noWebsite = { 'no-such-website': 404 } as const;
const targetId = z.uuid();
const settings = z.object({
  signIn: signInKept.nullable(),
  exclude: z.array(z.string()),
  quietHours: z.array(quietWindow),
});

/** Calls about whose a website is and how it is scanned; part of the module's contract. */
export const websiteCalls = {
  loadWebsites: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadWebsites',
    summary: 'The list of websites with how each stands, searched, sorted, 25 a page; screens repeat it',
    background: true,
    body: z.object({
      search: z.string().trim().max(200).default(''),
      sort: websiteOrder.default('name'),
      descending: z.boolean().default(false),
      page: z.int().min(1).max(100_000).default(1),
    }),
    reply: z.object({
      websites: z.array(websiteRow),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
    }),
    refusals: {},
  }),

  loadWebsiteProof: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadWebsiteProof',
    summary: 'How to prove that a website is the organisation’s, and whether it is proved',
    body: z.object({ targetId }),
    reply: z.object({
      ownership,
      /** The host that is proved. */
      host: z.string(),
      /** Null where nothing has to be proved, and for an address of numbers the record. */
      places: z
        .object({
          dns: z.object({ name: z.string(), value: z.string() }).nullable(),
          file: z.object({ url: z.string(), value: z.string() }),
          meta: z.object({ url: z.string(), tag: z.string() }),
        })
        .nullable(),
    }),
    refusals: noWebsite,
  }),

  checkWebsiteProof: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/checkWebsiteProof',
    summary: 'Look for the proof of a website now; answers within twenty seconds',
    // each look asks the DNS and the website
    rate: { max: 20, perSeconds: 60 },
    body: z.object({ targetId }),
    reply: z.object({
      proved: z.boolean(),
      /** What was there instead, in a sentence or more. */
      seen: z.string(),
      ownership,
    }),
    refusals: noWebsite,
  }),

  loadScanSettings: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadScanSettings',
    summary: 'How a website is scanned: sign-in without its secrets, paths left alone, quiet hours',
    body: z.object({ targetId }),
    reply: settings,
    refusals: noWebsite,
  }),

  saveScanSettings: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/saveScanSettings',
    summary: 'Change how a website is scanned; `keep` leaves the sign-in as it is',
    notInSupportSession: true,
    body: z.object({
      targetId,
      signIn: signInGiven,
      exclude: z.array(excludedPath).max(mostExcluded, `At most ${mostExcluded} paths.`),
      quietHours: z.array(quietWindow).max(mostWindows, `At most ${mostWindows} quiet times.`),
    }),
    reply: settings,
    refusals: { ...noWebsite, 'sign-in-elsewhere': 400, 'always-quiet': 400 },
  }),
} as const;
