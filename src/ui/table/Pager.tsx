import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import classes from './Pager.module.css';
import { pagerWindow } from './pagerWindow.ts';

export type PagerProps = {
  /** From 1. */
  page: number;
  pages: number;
  onChange: (page: number) => void;
  /** What is paged, for screen readers. */
  label?: string;
};

/** Up to ten page numbers between previous and next; nothing where one page holds all. */
export function Pager({ page, pages, onChange, label = 'Pages' }: PagerProps) {
  if (pages <= 1) return null;
  const numbers = pagerWindow(page, pages);
  return (
    <nav aria-label={label} className="row justify-center gap-1">
      <button
        type="button"
        className={classes.step}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft size={18} stroke={1.5} aria-hidden />
      </button>
      <ul className={`${classes.numbers} flex gap-1`}>
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              className={classes.number}
              aria-label={`Page ${number} of ${pages}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChange(number)}
            >
              {number}
            </button>
          </li>
        ))}
      </ul>
      <span className={`${classes.brief} text-dimmed tabular-nums`} aria-hidden>
        {page} of {pages}
      </span>
      <button
        type="button"
        className={classes.step}
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight size={18} stroke={1.5} aria-hidden />
      </button>
    </nav>
  );
}
