import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { openOwnTable } from './embedded/ownTable.store.ts';
import { openHeap } from './heap/heap.ts';
import { openHubspot } from './hubspot/hubspot.ts';
import { startLocalTool } from './testing/tool.ts';
import type { Lead, UsageEvent } from './port.ts';

const lead: Lead = {
  id: randomUUID(),
  at: new Date('2026-03-02T17:00:00Z'),
  email: 'ada@acme-widgets.com',
  fields: { firstname: 'Ada', company: 'Acme', lead_status: 'Trial', form_name: 'CyberSafety Trial v1' },
  pageUri: 'https://portal.example.com/onboarding',
  pageName: 'Cybersafty Trial Onboarding',
  visitor: '0123456789abcdef0123456789abcdef',
  ip: '203.0.113.7',
  organizationId: null,
};
const event: UsageEvent = {
  id: randomUUID(),
  at: new Date('2026-03-02T17:00:00Z'),
  name: 'Viewed Scanning Home',
  person: { id: 'person-1', email: 'ada@acme-widgets.com' },
  organizationId: null,
  properties: {},
};

async function localTool() {
  const tool = await startLocalTool();
  onTestFinished(async () => void (await tool.close()));
  return tool;
}

test('the own table keeps a lead and a step once, however often they are handed over', async () => {
  const { database } = await openTestDatabase();
  const own = openOwnTable(database.global);
  for (let i = 0; i < 2; i++) {
    await own.lead(lead);
    await own.event(event);
  }
  const rows = await database.global
    .selectFrom('marketingEvent')
    .selectAll()
    .orderBy('kind', 'desc')
    .execute();
  expect(rows).toMatchObject([
    {
      kind: 'lead',
      name: 'Cybersafty Trial Onboarding',
      email: 'ada@acme-widgets.com',
      properties: { company: 'Acme', pageUri: lead.pageUri },
    },
    { kind: 'event', name: 'Viewed Scanning Home', email: 'ada@acme-widgets.com' },
  ]);
});

test('HubSpot gets a lead as its form wants it', async () => {
  const tool = await localTool();
  await openHubspot({ portalId: '1234', formId: 'form-guid', endpoint: tool.endpoint }).lead(lead);
  expect(tool.told).toEqual([
    {
      path: '/submissions/v3/integration/submit/1234/form-guid',
      body: {
        submittedAt: lead.at.getTime(),
        fields: [
          { objectTypeId: '0-1', name: 'email', value: 'ada@acme-widgets.com' },
          { objectTypeId: '0-1', name: 'firstname', value: 'Ada' },
          { objectTypeId: '0-1', name: 'company', value: 'Acme' },
          { objectTypeId: '0-1', name: 'lead_status', value: 'Trial' },
          { objectTypeId: '0-1', name: 'form_name', value: 'CyberSafety Trial v1' },
        ],
        context: { pageUri: lead.pageUri, pageName: lead.pageName, hutk: lead.visitor, ipAddress: lead.ip },
      },
    },
  ]);
});

test('a cookie that is not of HubSpot is left out, since the lead would be refused with it', async () => {
  const tool = await localTool();
  await openHubspot({ portalId: '1', formId: 'f', endpoint: tool.endpoint }).lead({
    ...lead,
    visitor: '"><script>',
    ip: null,
  });
  expect(tool.told[0]!.body.context).toEqual({ pageUri: lead.pageUri, pageName: lead.pageName });
});

test('Heap gets a step of somebody, and nothing about nobody', async () => {
  const tool = await localTool();
  const heap = openHeap({ appId: '42', endpoint: tool.endpoint });
  await heap.event({ ...event, person: null });
  await heap.event(event);
  expect(tool.told).toEqual([
    {
      path: '/api/track',
      body: {
        app_id: '42',
        identity: 'person-1',
        event: 'Viewed Scanning Home',
        timestamp: '2026-03-02T17:00:00.000Z',
        idempotency_key: event.id,
        properties: {},
      },
    },
  ]);
});

describe.each([
  ['HubSpot', (endpoint: string) => openHubspot({ portalId: '1', formId: 'f', endpoint }).lead(lead)],
  ['Heap', (endpoint: string) => openHeap({ appId: '1', endpoint }).event(event)],
])('%s', (_name, send) => {
  test.each([
    [400, 'refused'],
    [404, 'refused'],
    [429, 'unavailable'],
    [503, 'unavailable'],
  ])('answering %i is %s', async (status, code) => {
    const tool = await localTool();
    tool.state.status = status;
    await expect(send(tool.endpoint)).rejects.toMatchObject({ code });
  });

  test('not there is unavailable', async () => {
    await expect(send('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
