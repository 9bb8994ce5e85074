import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import type { ReactNode } from 'react';
import classes from './BackLink.module.css';
import { Link } from '../text/Link.tsx';

/** The way back above a title: to the list that a thing is from. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className={`${classes.back} min-h-8 inline-row gap-1.5 text-body font-medium text-dimmed no-underline`}
  >
    <IconArrowLeft size={16} stroke={1.75} aria-hidden /> {children}
  </Link>
);
