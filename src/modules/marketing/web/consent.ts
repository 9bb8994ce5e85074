import { useSyncExternalStore } from 'react';

export type Consent = 'given' | 'refused' | null;

const key = 'analytics-consent';
const listeners = new Set<() => void>();
/** Where storage is forbidden. */
let unkept: Consent = null;

/** What the person chose in this browser; a browser that asks not to be tracked (Global Privacy Control) has chosen for them. */
export function readConsent(): Consent {
  if ((navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true)
    return 'refused';
  try {
    const kept = localStorage.getItem(key);
    return kept === 'given' || kept === 'refused' ? kept : null;
  } catch {
    return unkept;
  }
}

/** Keeps a choice; where storage is forbidden it lasts as long as the page. */
export function chooseConsent(choice: 'given' | 'refused'): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    unkept = choice;
  }
  for (const hear of listeners) hear();
}

const subscribe = (hear: () => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};

export const useConsent = (): Consent => useSyncExternalStore(subscribe, readConsent);
