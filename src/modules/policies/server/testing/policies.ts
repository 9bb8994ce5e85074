import { testPortal, type TestPortalOptions } from '#app/testing/portal.ts';

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof testPortal>>['member']>>;

/** What the company says for all policies, so that nothing required is empty. */
export const companyGiven = {
  policyOwner: 'Ada Vance',
  securityContactName: 'the IT desk',
  securityContactEmail: 'security@acme-widgets.com',
};

/** One organisation with two administrators, and words for what they do with policies. */
export async function policiesWorld(options: TestPortalOptions = {}) {
  const portal = await testPortal(options);
  const ada = await portal.member('ada@acme-widgets.com');
  const cora = await portal.signIn('cora@acme-widgets.com');
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId: ada.orgId,
        cognitoId: cora.cognitoId,
        email: 'cora@acme-widgets.com',
        firstName: 'Cora',
        lastName: 'Bell',
        jobTitle: '',
        createdAt: portal.clock.now(),
        updatedAt: portal.clock.now(),
      })
      .execute(),
  );
  await portal.database.global
    .updateTable('appSession')
    .set({ actsFor: ada.orgId, newUser: false })
    .where('cognitoId', '=', cora.cognitoId)
    .execute();
  const save = (who: Pick<Person, 'post'>, policy: object) =>
    who.post('/policy/policySave', { policy, env: 'test' });
  const load = async (who: Pick<Person, 'post'>, policyType: string, version?: number) =>
    (await who.post('/policy/policyLoad', { policyType, version })).body;
  const fillCompany = (who: Pick<Person, 'post'> = ada) =>
    who.post('/policy/saveCompanyValues', { values: companyGiven });
  /** Lines of the list as `id v1 Draft`. */
  const list = async (who: Pick<Person, 'get'> = ada): Promise<string[]> =>
    (await who.get('/policy/policyList')).body.data.map(
      (one: { id: string; version: number; status: string }) => `${one.id} v${one.version} ${one.status}`,
    );
  return { portal, ada, cora, save, load, list, fillCompany };
}
