import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import back from './BackLink.module.css';
import classes from './Breadcrumb.module.css';
import { Link } from '../text/Link.tsx';

export type Crumb = { label: ReactNode; href: string };

/** The way to a page whose place the specification names step by step; the last step is the page itself. */
export const Breadcrumb = ({ steps, here }: { steps: readonly Crumb[]; here: string }) => (
  <nav aria-label="Breadcrumb">
    <ol className={`${classes.steps} flex flex-wrap text-body text-dimmed`}>
      {steps.map(({ label, href }) => (
        <li key={href}>
          <Link
            href={href}
            className={`${back.back} min-h-8 inline-row gap-1.5 text-body font-medium text-dimmed no-underline`}
          >
            {label}
          </Link>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </li>
      ))}
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
);
