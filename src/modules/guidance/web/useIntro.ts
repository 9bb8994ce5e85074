import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dashboardPath } from '#modules/dashboard/paths.ts';
import {
  noGoals,
  organizationContract,
  toggledGoal,
  type GoalChoice,
  type Goals,
} from '#modules/organization/contract.ts';
import { call } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { toast } from '#ui/notice/toast.ts';
import { introPages } from './introPages.tsx';
import { markViewed } from './markViewed.ts';
import { messageOf } from './messages.ts';
import { profileKey, useSavedGoals, type Profile } from './queries.ts';

/** platform.md 9: five pages plus the goals. */
export const pageCount = introPages.length + 1;

/** Saves the goals that were changed, and that they were asked for; in a support session only for this page. */
async function saveGoals(orgGoals: Partial<Goals>): Promise<void> {
  const keepSeen = (data: object, goals: Partial<Goals> = {}) =>
    queryClient.setQueryData<Profile>(profileKey, (profile) =>
      profile?.userData
        ? {
            ...profile,
            orgGoals: { ...noGoals, ...profile.orgGoals, ...goals },
            userData: { ...profile.userData, ...data, hasSeenOrgGoals: true },
          }
        : profile,
    );
  if (currentSession().isZeguroServiceSession) {
    keepSeen({});
    return;
  }
  const orgId = queryClient.getQueryData<Profile>(profileKey)?.orgId ?? undefined;
  const { data } = await call(organizationContract.editUser, {
    cognitoId: currentSession().cognitoId,
    userProfile: {},
    orgId,
    ...(Object.keys(orgGoals).length > 0 ? { orgGoals } : {}),
    hasSeenOrgGoals: true,
  });
  keepSeen(data, orgGoals);
}

/** Pages from 1 to 6, the goals, and what Back and Next do. */
export function useIntro() {
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const saved = useSavedGoals();
  const [changed, setChanged] = useState<Partial<Goals>>({});
  const goals: Goals = { ...noGoals, ...saved.data, ...changed };
  const [saving, setSaving] = useState(false);

  /** To the goals, past what only informs. */
  const skip = () => setPage(pageCount);
  const back = () => setPage((now) => Math.max(1, now - 1));

  async function next() {
    if (page < pageCount) {
      setPage(page + 1);
      return;
    }
    if (saving) return;
    setSaving(true);
    try {
      await saveGoals(changed);
      await markViewed('dashboard');
      await navigate(dashboardPath, { replace: true });
    } catch (error) {
      toast.danger(messageOf(error));
      void logError(error, { endpoint: organizationContract.editUser.path });
    } finally {
      setSaving(false);
    }
  }

  const toggle = (choice: GoalChoice) => setChanged({ ...changed, ...toggledGoal(goals, choice) });
  const describeOther = (otherGoals: string) => setChanged({ ...changed, otherGoals });

  return { page, goals, saved, saving, skip, back, next, toggle, describeOther };
}

export type Intro = ReturnType<typeof useIntro>;
