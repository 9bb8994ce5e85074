import { Banner } from '#ui/Banner.tsx';

/** Shown while a member of the support staff acts as this user. */
export function SupportNotice({ email }: { email: string }) {
  return (
    <Banner tone="warning" label="Support session">
      Support session: you are acting as <strong>{email}</strong>. What was viewed is not saved.
    </Banner>
  );
}
