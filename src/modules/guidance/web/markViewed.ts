import { call } from '#platform/web/call.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { guidanceContract, type IntroFeature, type PortalData } from '../contract.ts';

/** The call is completed even if the page is left right away, so that a closed dialog stays closed. */
const lasting = { keepalive: true };
const key = [guidanceContract.getCustomerPortalData.path];

/** Notes in this page that an introduction was seen. */
export const keepViewed = (feature: IntroFeature) =>
  queryClient.setQueryData<PortalData>(
    key,
    (data) => data && { ...data, introViewed: { ...data.introViewed, [feature]: true } },
  );

/** Marks the introduction of a feature as seen. platform.md 4: in a support session only for this page, nothing is saved. */
export async function markViewed(feature: IntroFeature): Promise<void> {
  if (!currentSession().isZeguroServiceSession) {
    const { data } = await call(
      guidanceContract.updateCustomerPortalData,
      { introViewed: { [feature]: true } },
      lasting,
    );
    queryClient.setQueryData<PortalData>(key, data);
  }
  keepViewed(feature);
}

/** Notes what a person did with the dialogs about the cyber maturity assessment; in a support session only for this page. */
export async function markMaturity(change: Partial<PortalData['cybermaturity']>): Promise<void> {
  if (!currentSession().isZeguroServiceSession)
    await call(guidanceContract.updateCustomerPortalData, { cybermaturity: change }, lasting);
  queryClient.setQueryData<PortalData>(
    key,
    (data) => data && { ...data, cybermaturity: { ...data.cybermaturity, ...change } },
  );
}
