import type { Billing } from '#providers/billing/port.ts';
import type { Captcha } from '#providers/captcha/port.ts';
import type { Files } from '#providers/files/port.ts';
import type { Identity } from '#providers/identity/port.ts';
import type { Mailer } from '#providers/mail/port.ts';
import type { Marketing } from '#providers/marketing/port.ts';
import type { Ratings } from '#providers/ratings/port.ts';
import type { Scanner } from '#providers/scanner/port.ts';

/** The outside world as any use case sees it; `app/providers.ts` chooses which is behind each. */
export type Providers = {
  identity: Identity;
  mail: Mailer;
  scanner: Scanner;
  ratings: Ratings;
  billing: Billing;
  files: Files;
  marketing: Marketing;
  captcha: Captcha;
};
