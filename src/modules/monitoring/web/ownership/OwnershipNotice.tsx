import { Button } from '@mantine/core';
import IconShieldQuestion from '@tabler/icons-react/dist/esm/icons/IconShieldQuestion.mjs';
import { isQuickLook, levelLabels } from '../../rules.ts';
import classes from './Ownership.module.css';
import type { Target } from '../queries.ts';

/** Says of a website that nobody has proved that scans are a quick look only, and what to do about it. */
export function OwnershipNotice({
  target,
  onProve,
}: {
  target: Target;
  onProve: (from: HTMLElement) => void;
}) {
  if (target.ownership.state !== 'missing') return null;
  const wanted = levelLabels[target.scanProfile];
  return (
    <section
      className={`${classes.notice} border-accent grid items-center rounded-card bg-accent`}
      aria-label="Proof of ownership"
    >
      <span className={`${classes.sign} grid place-items-center text-accent rounded-full bg-card`}>
        <IconShieldQuestion size={24} stroke={1.5} aria-hidden />
      </span>
      <div className={`${classes.noticeWords} text-pretty`}>
        <h2 className={`${classes.noticeTitle} text-reading`}>Verify that you own this website</h2>
        <p>
          A scan acts like an attacker, so we test in depth only websites whose owner asks for it. Until you
          verify it, scans check only encryption, security headers, and cookies.
          {!isQuickLook(target.scanProfile) && ` After that they run at ${wanted}, as you chose.`} It takes
          one DNS record, one small file or one line of HTML.
        </p>
      </div>
      <Button variant="default" onClick={(event) => onProve(event.currentTarget)}>
        Verify ownership
      </Button>
    </section>
  );
}
