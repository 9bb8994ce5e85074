import { Button } from '@mantine/core';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Navigate, useOutletContext } from 'react-router';
import { introPath } from '#modules/guidance/paths.ts';
import { useProfile } from '#modules/organization/web/queries.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { fillWords } from '#platform/web/boot.ts';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { HeaderBar } from '#ui/frame/HeaderBar.tsx';
import { OnboardingLayout } from '#ui/frame/OnboardingLayout.tsx';
import '#ui/styles/styles-app.css';
import classes from './OnboardingPages.module.css';
import { errorsOfPage } from './onboardingForm.ts';
import { CompanyPage, InvitePage, PersonPage, WelcomePage } from './OnboardingPages.tsx';
import { useOnboarding, type Onboarding } from './useOnboarding.ts';

const formId = 'onboarding';

type PageWords = { title: string; subtitle: string };
const words: readonly PageWords[] = [
  {
    title: 'Welcome to {brand}',
    subtitle: 'Before you begin, tell us a little about your organization. It takes about two minutes.',
  },
  {
    title: 'Tell us about your organization',
    subtitle: 'The size and kind of your organization decide which risks matter most.',
  },
  {
    title: 'Tell us about you',
    subtitle: 'You become the first administrator. You can add others at any time.',
  },
  {
    title: 'Invite another admin',
    subtitle:
      'Two pairs of eyes are better than one. We email an invitation that is valid for seven days. You can also do this later.',
  },
];

/** Looks and counts as disabled while something is missing, and says what it is when it is pressed. */
const waiting = (missing: boolean) => (missing ? { 'data-disabled': true, 'aria-disabled': true } : {});

function Actions({ onboarding }: { onboarding: Onboarding }) {
  const { page, form, busy, saved, goTo, submit } = onboarding;
  if (page === 0)
    return (
      <Button size="md" onClick={() => goTo(1)}>
        Continue
      </Button>
    );
  const missing =
    Object.keys(errorsOfPage(form, page)).length > 0 || (page === 3 && form.inviteEmail.trim() === '');
  return (
    <>
      {saved ? (
        <span />
      ) : (
        <Button variant="default" onClick={() => goTo(page - 1)} disabled={busy !== null}>
          Back
        </Button>
      )}
      {page === 3 && (
        <Button
          variant="subtle"
          onClick={() => void submit(false)}
          loading={busy === 'skip'}
          disabled={busy === 'invite'}
        >
          Skip
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        {...waiting(missing)}
        loading={busy === 'invite'}
        disabled={busy === 'skip'}
      >
        {page === 3 ? 'Invite Admin' : 'Next'}
      </Button>
    </>
  );
}

function Fields({ onboarding }: { onboarding: Onboarding }): ReactNode {
  if (onboarding.page === 0) return <WelcomePage />;
  if (onboarding.page === 1) return <CompanyPage onboarding={onboarding} />;
  return onboarding.page === 2 ? (
    <PersonPage onboarding={onboarding} />
  ) : (
    <InvitePage onboarding={onboarding} />
  );
}

/** Sets up the organisation of somebody who has just signed up (platform.md 2, Onboarding). */
export function OnboardingScreen() {
  const profile = useProfile();
  // the shell puts its sign-out menu into the header
  const shell = useOutletContext<{ headerEnd?: ReactNode } | null>();
  const onboarding = useOnboarding();
  const { page, saved, reason } = onboarding;
  const box = useRef<HTMLFormElement>(null);

  // a new page begins at its top, with the cursor in its first field where there is a keyboard
  useEffect(() => {
    window.scrollTo(0, 0);
    if (page > 0 && window.matchMedia('(hover: hover)').matches)
      box.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [page]);

  // the organisation is there: from another window, or by now from this one
  if (profile.data?.orgId && !saved) return <Navigate to={introPath} replace />;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (onboarding.busy) return;
    if (!onboarding.passes()) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (page < 3) onboarding.goTo(page + 1);
    else void onboarding.submit(true);
  };

  const { title, subtitle } = words[page]!;
  return (
    <OnboardingLayout
      header={<HeaderBar logo={<BrandLogo />}>{shell?.headerEnd}</HeaderBar>}
      drawing={page === 0 ? <DrawingShield /> : undefined}
      title={fillWords(title)}
      subtitle={fillWords(subtitle)}
      step={page > 0 ? { current: page, total: 3 } : undefined}
      actions={<Actions onboarding={onboarding} />}
    >
      <form id={formId} ref={box} onSubmit={onSubmit} noValidate aria-label={fillWords(title)}>
        {saved && page === 3 && (
          <output className={`${classes.note} block text-body leading-5 rounded bg-success mb-5 px-4 py-3`}>
            Your organization is set up. Try the invitation again, or skip it for now.
          </output>
        )}
        {reason && (
          <div className="mb-5">
            <FormError>{reason}</FormError>
          </div>
        )}
        <Fields onboarding={onboarding} />
      </form>
    </OnboardingLayout>
  );
}
