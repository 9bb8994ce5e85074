import { createElement, Fragment, type ReactNode } from 'react';
import { supportAddress } from '#platform/web/boot.ts';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';
import { showFailure } from '../userPool/failure.ts';
import { wording } from '../messages.ts';
import { ToastLink } from '../ToastLink.tsx';

type Go = (to: string) => void;

/** The text with some of its words as links. */
function withLinks(text: string, links: Record<string, (words: string) => ReactNode>): ReactNode {
  const words = Object.keys(links);
  const parts = text.split(new RegExp(`(${words.join('|')})`)).map((part) => links[part]?.(part) ?? part);
  return createElement(Fragment, null, ...parts);
}

const toSupport = (words: string) => (
  <a className={classes.link} href={`mailto:${supportAddress()}`}>
    {words}
  </a>
);

/** platform.md 8: a link of a mail could not be used. */
export const sayLinkFailed = (): void =>
  showFailure(withLinks(wording.magicLinkFailed, { support: toSupport }), wording.magicLinkFailed);

/** platform.md 8: the invited address has an account. */
export function sayAccountExists(go: Go, signUpCode?: string | null): void {
  const to = (address: string) => (words: string) => (
    <ToastLink to={address} go={go}>
      {words}
    </ToastLink>
  );
  const links = {
    'Sign in now': to(accountsPaths.signIn(signUpCode)),
    'Forgot Password': to(accountsPaths.forgotPassword(signUpCode)),
    support: toSupport,
  };
  showFailure(withLinks(wording.userExists, links), wording.userExists);
}
