import { planPath } from '#modules/plans/paths.ts';
import { Link } from '#ui/text/Link.tsx';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { policiesPaths } from '../../paths.ts';
import classes from './SignOff.module.css';

const tabs = [
  { id: 'policies', label: 'Policies', href: policiesPaths.home },
  { id: 'sign-off', label: 'Sign-off', href: policiesPaths.signOff },
] as const;
export type PolicyTab = (typeof tabs)[number]['id'];

export const tabPanel = (tab: PolicyTab) => linkTabPanel('policies', tab);

/** The list and its part about signatures. */
export const PolicyTabs = ({ current }: { current: PolicyTab }) => (
  <LinkTabs name="policies" label="Security policies" tabs={tabs} current={current} />
);

/** Where the plan has no signatures: one quiet line, and the way to a plan that has. */
export const SignOffElsewhere = () => (
  <p className={`${classes.elsewhere} text-small text-dimmed`}>
    Larger plans let your team sign the policies that you choose, with a record of who signed what.{' '}
    <Link className={`${classes.link} font-medium text-accent hover-underline`} href={planPath}>
      Upgrade your plan
    </Link>
  </p>
);
