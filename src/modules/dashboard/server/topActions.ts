import type { OrgScope } from '#platform/server/ctx.ts';
import { nextActions } from '../nextActions.ts';
import type { NextAction } from '../rankedActions.ts';
import { moduleActivity } from './activity.ts';

/** What is best for a person to do next, for a mail to them: nobody is signed in, so nothing follows from how one did. */
export async function topActions(ctx: OrgScope, cognitoId: string, most: number): Promise<NextAction[]> {
  const { data } = await moduleActivity({ ...ctx, session: { cognitoId, supportStaff: '', strong: false } });
  return nextActions(data).slice(0, most);
}
