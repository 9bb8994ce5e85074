import { Button } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { createPortal } from 'react-dom';
import { usePortal } from '#platform/web/boot.ts';
import { Panel } from '#ui/Panel.tsx';
import type { PlayView } from '../../playEntities.ts';
import classes from './Takeaway.module.css';

/** Prints the poster alone; the page around it stays on the screen. */
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
    <article className={classes.poster} aria-label="Poster">
      <p className={classes.course}>{title}</p>
      <h3 className={classes.title}>{takeaway.title}</h3>
      <p className={classes.act}>{takeaway.do}</p>
      <ol className={classes.points}>
        {takeaway.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
      {/* paper is white in the dark too */}
      <img className={classes.logo} src={brandLogo} alt="" {...brandLogoSize} />
    </article>
  );
}

/** What to take from a course, as it can hang beside the coffee machine. */
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
    <div className={classes.frame}>
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
