import { useRef, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { planPath } from '#modules/plans/paths.ts';
import { Link } from '#ui/Link.tsx';
import { policiesPaths } from '../../paths.ts';
import classes from './SignOff.module.css';

const tabs = [
  { id: 'policies', label: 'Policies', href: policiesPaths.home },
  { id: 'sign-off', label: 'Sign-off', href: policiesPaths.signOff },
] as const;
export type PolicyTab = (typeof tabs)[number]['id'];

export const tabPanel = (tab: PolicyTab) =>
  ({ role: 'tabpanel', id: `policies-panel-${tab}`, 'aria-labelledby': `policies-tab-${tab}` }) as const;

/** The list and its part about signatures: each is an address, arrow keys go from one to the other, and going back works. */
export function PolicyTabs({ current }: { current: PolicyTab }) {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const leaf = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const last = event.key === 'End' || (event.key !== 'Home' && current === 'policies');
    const to = tabs[last ? 1 : 0];
    list.current?.querySelector<HTMLElement>(`#policies-tab-${to.id}`)?.focus();
    void navigate(to.href);
  };
  return (
    <div role="tablist" aria-label="Security policies" className={classes.tabs} ref={list}>
      {tabs.map(({ id, label, href }) => (
        <Link
          key={id}
          href={href}
          role="tab"
          id={`policies-tab-${id}`}
          className={classes.tab}
          aria-selected={id === current}
          aria-controls={id === current ? `policies-panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          onKeyDown={leaf}
        >
          {label}
        </Link>
      ))}
    </div>
  );
}

/** Where the plan has no signatures: one quiet line, and the way to a plan that has. */
export const SignOffElsewhere = () => (
  <p className={classes.elsewhere}>
    Larger plans let your team sign the policies that you choose, with a record of who signed what.{' '}
    <Link className={classes.link} href={planPath}>
      Upgrade your plan
    </Link>
  </p>
);
