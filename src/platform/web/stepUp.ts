import type { ComponentType, ReactNode } from 'react';

/** Asks the signed-in person for the password once more; accounts has it, and modules that need it are given it. */
export type StepUpComponent = ComponentType<{
  /** Why the password is asked for. */
  children: ReactNode;
  confirmLabel?: string;
  danger?: boolean;
  /** The tokens live in memory for what they were asked for, and end with it. */
  onProved: (tokens: { idToken: string; accessToken: string; refreshToken: string }) => Promise<void>;
  onCancel: () => void;
  cancelLabel?: string;
}>;
