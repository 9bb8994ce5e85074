import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { Link } from '#ui/text/Link.tsx';
import { catalogContract, type SignUpOffer, type UiRules } from '#modules/catalog/contract.ts';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** Making an account, through a channel where the address names a subscription id (platform.md 2). */
export function SignUpScreen() {
  const { subscriptionId: signUpCode } = useParams();
  const own = usePortal().signUp;
  const check = useQuery({
    queryKey: ['subscription-id', signUpCode],
    queryFn: ({ signal }) => call(catalogContract.checkSubscriptionId, { id: signUpCode! }, { signal }),
    enabled: signUpCode !== undefined,
    staleTime: Infinity,
  });
  if (signUpCode === undefined) return <SignUpPage offer={own} signUpCode={null} />;
  if (check.isPending) return <LoadingText page>{fillWords('Loading {brand}...')}</LoadingText>;
  // platform.md 2: an invalid, expired or failed subscription id shows the 404 page
  const offer = check.data?.data.subscriptionIdStatus === 'valid' ? check.data.data.signUp : null;
  return offer ? (
    <SignUpPage offer={offer} signUpCode={check.data!.data.subscriptionId} />
  ) : (
    <Navigate to="/404" replace />
  );
}

function SignUpPage({ offer, signUpCode }: { offer: SignUpOffer; signUpCode: string | null }) {
  const { trialEnabled, trialDays, uiRules } = offer;
  return (
    <AuthFrame
      title={trialEnabled ? 'Start your free trial' : 'Create your account'}
      subtitle="Use your work email address."
      heading={fillWords(
        'Everything a small company needs to be safe, from the first scan to the last policy.',
      )}
      {...(trialEnabled ? { promises: [`${trialDays} days free`, 'No credit card', 'Cancel any time'] } : {})}
      footer={
        <>
          Already have an account?{' '}
          <Link className={classes.link} href={accountsPaths.signIn(signUpCode)}>
            Sign in
          </Link>
        </>
      }
    >
      <Partners {...uiRules} />
      <SignUpForm trialEnabled={trialEnabled} signUpCode={signUpCode} uiRules={uiRules} />
    </AuthFrame>
  );
}

/** Words and pictures of the channel that sent the visitor, if it has any. */
function Partners({ channelDiscountTitle, channelDiscountDescription, logos }: UiRules) {
  if (!channelDiscountTitle && !channelDiscountDescription && logos.length === 0) return null;
  return (
    <section className={`${classes.partners} flex flex-col gap-2 border mb-6 p-4`} aria-label="Offer">
      {logos.length > 0 && (
        <div className="row flex-wrap gap-4">
          {logos.map((logo) => (
            <img
              key={logo.src}
              src={logo.src}
              alt={logo.alt}
              height={28}
              width={Math.round((logo.width / logo.height) * 28)}
            />
          ))}
        </div>
      )}
      {channelDiscountTitle && <span className="font-semibold">{channelDiscountTitle}</span>}
      {channelDiscountDescription && <span className="text-dimmed">{channelDiscountDescription}</span>}
    </section>
  );
}
