import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { fillWords } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { AuthLayout } from '#ui/frame/AuthLayout.tsx';
import { BrandPanel } from '#ui/frame/BrandPanel.tsx';
import { accountsPaths } from '../paths.ts';

export type AuthFrameProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  footer?: ReactNode;
  heading?: string;
  promises?: string[];
  children: ReactNode;
};

const daily = ['Scan your websites', 'Put policies in effect', 'Train your team'];

/** The frame of every page before sign-in: the brand's logo and panel around one form. */
export function AuthFrame({
  title,
  subtitle,
  footer,
  heading = 'Your company’s cyber security, in one calm place.',
  promises = daily,
  children,
}: AuthFrameProps) {
  // platform.md 2: the logo leads home, or to sign-in, and keeps the subscription id
  const { subscriptionId: signUpCode } = useParams();
  const { authenticated } = useSession();
  return (
    <AuthLayout
      logo={<BrandLogo href={authenticated ? '/' : accountsPaths.signIn(signUpCode)} />}
      title={title}
      subtitle={subtitle}
      footer={footer}
      panel={<BrandPanel heading={fillWords(heading)} promises={promises} />}
    >
      {children}
    </AuthLayout>
  );
}
