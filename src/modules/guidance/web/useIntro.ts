import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dashboardPath } from '#modules/dashboard/paths.ts';
import { organizationContract, type Goals } from '#modules/organization/contract.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { toast } from '#ui/toast.ts';
import { introPages } from './introPages.tsx';
import { markViewed } from './markViewed.ts';
import { messageOf } from './messages.ts';

/** platform.md 9: five pages plus the goals. */
export const pageCount = introPages.length + 1;

const noGoals: Goals = {
  meetContractualObligations: false,
  meetRegulatoryRequirements: false,
  proactivelyProtectMyOrganization: false,
  learnMoreAboutCyberSecurity: false,
  hasOtherGoals: false,
  otherGoals: '',
};

type Profile = ReplyOf<typeof organizationContract.profileCheck>;
const profileKey = [organizationContract.profileCheck.path];

/** Saves the goals and that they were asked for; in a support session only for this page. */
async function saveGoals(orgGoals: Goals): Promise<void> {
  const keepSeen = (data: object) =>
    queryClient.setQueryData<Profile>(profileKey, (profile) =>
      profile?.userData ? { ...profile, userData: { ...profile.userData, ...data, hasSeenOrgGoals: true } } : profile,
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
    orgGoals,
    hasSeenOrgGoals: true,
  });
  keepSeen(data);
}

/** Pages from 1 to 6, the goals, and what Back and Next do. */
export function useIntro() {
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const [goals, setGoals] = useState(noGoals);
  const [saving, setSaving] = useState(false);

  const back = () => setPage((now) => Math.max(1, now - 1));

  async function next() {
    if (page < pageCount) {
      setPage(page + 1);
      return;
    }
    if (saving) return;
    setSaving(true);
    try {
      await saveGoals(goals);
      await markViewed('dashboard');
      await navigate(dashboardPath, { replace: true });
    } catch (error) {
      toast.danger(messageOf(error));
      void logError(error, { endpoint: organizationContract.editUser.path });
    } finally {
      setSaving(false);
    }
  }

  const toggle = (goal: Exclude<keyof Goals, 'otherGoals'>) =>
    setGoals((now) => ({ ...now, [goal]: !now[goal], ...(goal === 'hasOtherGoals' ? { otherGoals: '' } : {}) }));
  const describeOther = (otherGoals: string) => setGoals((now) => ({ ...now, otherGoals }));

  return { page, goals, saving, back, next, toggle, describeOther };
}

export type Intro = ReturnType<typeof useIntro>;
