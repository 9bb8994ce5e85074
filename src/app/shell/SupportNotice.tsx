import classes from './SupportNotice.module.css';

/** Shown while a member of the support staff acts as this user. */
export function SupportNotice({ email }: { email: string }) {
  return (
    <output className={classes.notice}>
      Support session: you are acting as <strong>{email}</strong>. What was viewed is not saved.
    </output>
  );
}
