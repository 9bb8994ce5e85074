import { Button, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import classes from './IntroPages.module.css';
import { useArrowKeys } from '../form/useArrowKeys.ts';

export type IntroPage = { title: string; text: ReactNode; drawing: ReactNode };

export type IntroDialogProps = {
  opened: boolean;
  /** What the pages introduce; names the dialog. */
  title: string;
  pages: readonly IntroPage[];
  onClose: () => void;
};

// whoever listens hears the new page; the buttons stay where they are
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

function Pages({ pages, onClose }: Pick<IntroDialogProps, 'pages' | 'onClose'>) {
  const [at, setAt] = useState(0);
  const first = at === 0;
  const last = at === pages.length - 1;
  const back = () => setAt((page) => Math.max(0, page - 1));
  const next = () => setAt((page) => Math.min(pages.length - 1, page + 1));
  useArrowKeys({ left: back, right: next });
  const page = pages[at]!;
  return (
    <div className="flex flex-col">
      <div className={`${classes.drawing} grid place-items-center rounded-card bg-accent p-card`}>
        {page.drawing}
      </div>
      <div className={`${classes.words} mt-6`}>
        <h3
          key={at}
          ref={takeFocus}
          tabIndex={-1}
          className="text-title text-balance outline-none"
          data-autofocus
        >
          {page.title}
        </h3>
        <div className="text-reading text-dimmed text-pretty mt-2">{page.text}</div>
      </div>
      <div className={`${classes.foot} row flex-wrap gap-2 mt-6`}>
        <span className={`${classes.counter} text-small text-dimmed tabular-nums`}>
          {at + 1} of {pages.length}
        </span>
        {!last && (
          <Button variant="subtle" color="gray" onClick={onClose}>
            Skip Intro
          </Button>
        )}
        {!first && (
          <Button variant="default" onClick={back}>
            Back
          </Button>
        )}
        <Button onClick={last ? onClose : next}>{last ? 'Got It' : 'Next'}</Button>
      </div>
    </div>
  );
}

/** Introduces a part of the product in a few pages (platform.md 2): Back, Next, Got It, Skip Intro, and the arrow keys. */
export function IntroDialog({ opened, title, pages, onClose }: IntroDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={520}>
      {opened && pages.length > 0 && <Pages pages={pages} onClose={onClose} />}
    </Modal>
  );
}
