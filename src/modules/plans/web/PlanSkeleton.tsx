import { Skeleton } from '@mantine/core';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import classes from './PlanScreen.module.css';

const cards = [0, 1, 2, 3];
const lines = ['84%', '70%', '88%', '62%', '76%', '58%'];

/** Four cards as they will stand. */
export function PlanCardsSkeleton() {
  return (
    <div className={`${classes.cards} grid gap-x-4`} data-count={4}>
      {cards.map((card) => (
        <SkeletonPanel key={card} height={456} label={card === 0 ? 'Loading the plans' : ''}>
          <Skeleton height={20} width="46%" />
          <Skeleton height={12} width="90%" mt={16} />
          <Skeleton height={28} width="58%" mt={32} />
          <Skeleton height={40} mt={28} />
          {lines.map((width) => (
            <Skeleton key={width} height={12} width={width} mt={20} />
          ))}
        </SkeletonPanel>
      ))}
    </div>
  );
}
