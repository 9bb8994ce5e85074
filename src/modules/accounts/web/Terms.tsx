import { usePortal } from '#platform/web/boot.ts';
import classes from './AuthForms.module.css';

const link = (href: string, text: string) => (
  <a className={classes.link} href={href} target="_blank" rel="noreferrer">
    {text}
  </a>
);

/** What somebody who makes an account agrees to. */
export function Terms() {
  const { links } = usePortal().brand;
  return (
    <p className={classes.meta}>
      By signing up you agree to the {link(links.terms, 'terms of service')} and the {link(links.privacy, 'privacy policy')}. Please also
      read the {link('/disclaimer.html', 'disclaimer')}.
    </p>
  );
}

/** What Google wants to be said where its captcha guards a form. */
export function RecaptchaNotice() {
  if (!usePortal().captcha) return null;
  return (
    <p className={classes.meta}>
      This site is protected by reCAPTCHA and the Google {link('https://policies.google.com/privacy', 'Privacy Policy')} and{' '}
      {link('https://policies.google.com/terms', 'Terms of Service')} apply.
    </p>
  );
}
