import classes from './EmailAddress.module.css';

/** An address that is broken at its @ where it does not fit, and nowhere else while that is enough. */
export function EmailAddress({ children, className }: { children: string; className?: string | undefined }) {
  const at = children.lastIndexOf('@');
  return (
    <bdi className={[classes.address, className].filter(Boolean).join(' ')}>
      {children.slice(0, Math.max(at, 0))}
      {at > 0 && <wbr />}
      {children.slice(Math.max(at, 0))}
    </bdi>
  );
}
