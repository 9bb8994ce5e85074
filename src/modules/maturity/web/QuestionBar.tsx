import { Anchor } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import type { ReactNode } from 'react';
import { BetaBadge } from '#ui/BetaBadge.tsx';
import { Link } from '#ui/Link.tsx';
import { maturityPaths } from '../paths.ts';
import classes from './Question.module.css';

/** Over the one column: where one is and the way out. */
export function QuestionBar({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.bar}>
      <Anchor component={Link} href={maturityPaths.assessment} underline="hover" className={classes.out}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
        Cyber Maturity
      </Anchor>
      <BetaBadge />
      <div className={classes.barEnd}>{children}</div>
    </div>
  );
}
