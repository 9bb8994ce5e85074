import { Anchor } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import type { ReactNode } from 'react';
import { BetaBadge } from '#ui/badge/BetaBadge.tsx';
import { Link } from '#ui/text/Link.tsx';
import { maturityPaths } from '../../paths.ts';
import classes from './Question.module.css';

/** Over the one column: where one is and the way out. */
export function QuestionBar({ children }: { children?: ReactNode }) {
  return (
    <div className={`${classes.bar} min-h-10 row flex-wrap`}>
      <Anchor
        component={Link}
        href={maturityPaths.assessment}
        underline="hover"
        className={`${classes.out} inline-row gap-0.5`}
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
        Cyber Maturity
      </Anchor>
      <BetaBadge />
      <div className="row gap-1 ms-auto">{children}</div>
    </div>
  );
}
