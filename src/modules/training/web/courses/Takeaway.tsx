import { Button } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { createPortal } from 'react-dom';
import { usePortal } from '#platform/web/boot.ts';
import { Panel } from '#ui/page/Panel.tsx';
import type { PlayView } from '../../playEntities.ts';
import classes from './Takeaway.module.css';

export function printPoster(): void {
  const root = document.documentElement;
  root.dataset.print = 'poster';
  window.addEventListener('afterprint', () => delete root.dataset.print, { once: true });
  window.print();
}

type TakeawayProps = { title: string; takeaway: PlayView['course']['takeaway'] };

function Poster({ title, takeaway }: TakeawayProps) {
  const { brandLogo, brandLogoSize } = usePortal().brand;
  return (
    <article className={`${classes.poster} flex flex-col gap-4`} aria-label="Poster">
      <p className={`${classes.course} text-body font-medium`}>{title}</p>
      <h3 className={`${classes.title} text-balance`}>{takeaway.title}</h3>
      <p className={`${classes.act} font-semibold text-lead text-pretty`}>{takeaway.do}</p>
      <ol className={`${classes.points} mt-2 grid gap-3`}>
        {takeaway.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
      {/* paper is white in the dark too */}
      <img className={`${classes.logo} mt-4`} src={brandLogo} alt="" {...brandLogoSize} />
    </article>
  );
}

export const Takeaway = (props: TakeawayProps) => (
  <Panel
    title="Poster"
    description="What to remember, on one page: print it and hang it up."
    actions={
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
        onClick={printPoster}
      >
        Print
      </Button>
    }
  >
    <div className={`${classes.frame} flex justify-center rounded bg-canvas p-6`}>
      <Poster {...props} />
    </div>
    {createPortal(
      <div className={classes.sheet} aria-hidden>
        <Poster {...props} />
      </div>,
      document.body,
    )}
  </Panel>
);
