import { fillWords } from '#platform/web/boot.ts';
import { chargebeeOf, type ChargebeeInstance, type ChargebeeSite } from './chargebeeScript.ts';
import type { Checkout, CustomerPortal } from './checkout.ts';
import { openOutcome } from './outcome.ts';

const notLoaded =
  'The billing service could not be loaded. Check your internet connection or ad blocker and try again.';
const failed =
  'The billing service reported an error. Try again. If this problem persists, contact support@{emaildomain}.';

const closeAll = (chargebee: ChargebeeInstance) => {
  try {
    chargebee.closeAll();
  } catch {
    // it throws where nothing is open
  }
};

/** Shows a hosted page of Chargebee through its script. @returns takes the window away without telling anybody */
export async function openChargebeeCheckout(facts: ChargebeeSite, checkout: Checkout): Promise<() => void> {
  let chargebee: ChargebeeInstance;
  try {
    chargebee = await chargebeeOf(facts);
  } catch {
    checkout.onError(notLoaded);
    return () => {};
  }
  const outcome = openOutcome(checkout, () => closeAll(chargebee));
  const { url } = checkout.page;
  chargebee.openCheckout({
    hostedPage: () => Promise.resolve({ ...checkout.page.raw, url }),
    success: outcome.success,
    close: outcome.close,
    error: () => outcome.error(fillWords(failed)),
    step: outcome.step,
  });
  return outcome.silence;
}

/** Opens Chargebee's customer portal through its script. @returns takes the window away without telling anybody */
export async function openChargebeePortal(
  facts: ChargebeeSite,
  { session, onClose, onError }: CustomerPortal,
): Promise<() => void> {
  let chargebee: ChargebeeInstance;
  try {
    chargebee = await chargebeeOf(facts);
  } catch {
    onError(notLoaded);
    return () => {};
  }
  const { token } = session.raw;
  if (typeof token !== 'string') {
    onError(fillWords(failed));
    return () => {};
  }
  let told = false;
  const close = () => {
    if (!told) onClose();
    told = true;
  };
  // who was signed in there before may be somebody else
  chargebee.logout();
  chargebee.setPortalSession(() => Promise.resolve({ ...session.raw, token }));
  chargebee.createChargebeePortal().open({ close });
  return () => {
    told = true;
    closeAll(chargebee);
  };
}
