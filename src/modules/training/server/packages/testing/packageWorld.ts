import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { trainingWorld } from '../../testing/trainingWorld.ts';
import { makePackage } from './packages.ts';

/** An organisation with a trainee whose link works, and words for what is done with packages. */
export async function packageWorld() {
  const world = await trainingWorld({ plan: 'plus' });
  const { portal, ada, scope } = world;
  const [cy] = (await world.add(['Cy'])) as [string];
  await scope.inOrg((db) =>
    db
      .updateTable('trainee')
      .set({ linkExpiresAt: new Date('2030-01-01T00:00:00Z') })
      .execute(),
  );
  const token = linkToken(portal.base, 'training-link', { orgId: ada.orgId, id: cy, round: 0 });
  const upload = (bytes: Buffer = makePackage(), who: typeof ada = ada) =>
    who.upload('/training/importPackage', 'parcels.zip', bytes);
  /** Imports a package and gives it to the trainee; unlocked today. */
  async function give(bytes?: Buffer): Promise<string> {
    const { status, body } = await upload(bytes);
    if (status !== 200) throw new Error(`Not imported: ${JSON.stringify(body)}`);
    const course = body.data.id as string;
    await scope.inOrg((db) =>
      db
        .insertInto('enrolment')
        .values({
          orgId: ada.orgId,
          memberId: cy,
          courseId: course,
          unlockOn: '2026-03-02',
          dueOn: '2026-04-01',
        } as never)
        .execute(),
    );
    return course;
  }
  const visitor = portal.browser();
  const open = async (course: string, by = token) =>
    visitor.post('/learn/package/open', { token: by, course });
  const save = async (course: string, part: string, state: object | string, by = token) =>
    visitor.post('/learn/package/save', {
      token: by,
      course,
      part,
      state: typeof state === 'string' ? state : JSON.stringify(state),
    });
  const enrolment = (course: string) =>
    scope.inOrg((db) =>
      db.selectFrom('enrolment').selectAll().where('courseId', '=', course).executeTakeFirst(),
    );
  const stored = (prefix = `organizations/${ada.orgId}/training/`) =>
    portal.base.providers.files.list(prefix);
  const fetchContent = (
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET',
  ) => portal.app.inject({ method, url, headers: { host: 'localhost', ...headers } });
  return { ...world, cy, token, upload, give, visitor, open, save, enrolment, stored, fetchContent };
}
