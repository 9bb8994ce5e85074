import { usePortal } from '#platform/web/boot.ts';
import classes from '../AuthForms.module.css';

const link = (href: string, text: string) => (
  <a className={classes.link} href={href} target="_blank" rel="noreferrer">
    {text}
  </a>
);

/** What somebody who makes an account agrees to; the legal words are those of the channel that the subscription id names. */
export function Terms({ signUpCode }: { signUpCode: string | null }) {
  const { links } = usePortal().brand;
  const disclaimer = `/disclaimer.html${signUpCode ? `?${new URLSearchParams({ subscriptionId: signUpCode }).toString()}` : ''}`;
  return (
    <p className="text-small leading-5 text-dimmed">
      By signing up you agree to the {link(links.terms, 'terms of service')} and the{' '}
      {link(links.privacy, 'privacy policy')}. Please also read the {link(disclaimer, 'disclaimer')}.
    </p>
  );
}

/** What Google wants to be said where its captcha guards a form. */
export function RecaptchaNotice() {
  if (!usePortal().captcha) return null;
  return (
    <p className="text-small leading-5 text-dimmed">
      This site is protected by reCAPTCHA and the Google{' '}
      {link('https://policies.google.com/privacy', 'Privacy Policy')} and{' '}
      {link('https://policies.google.com/terms', 'Terms of Service')} apply.
    </p>
  );
}
