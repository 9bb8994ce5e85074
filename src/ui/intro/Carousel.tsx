import { ActionIcon, Tooltip } from '@mantine/core';
import { useFocusWithin, useHover, useMergedRef, useReducedMotion } from '@mantine/hooks';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './Carousel.module.css';

export type CarouselProps = {
  /** What takes turns here: Featured partners. */
  label: string;
  slides: readonly { id: string; label: string; content: ReactNode }[];
  /** How long each stays, in seconds. */
  autoplaySeconds: number;
};

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

/**
 * Things that take turns. It goes on by itself unless somebody points at it, has the focus in it, stopped it, looks at another
 * tab, or asked for less motion; arrow keys, buttons and swiping turn it by hand.
 */
export function Carousel({ label, slides, autoplaySeconds }: CarouselProps) {
  const reduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [at, setAt] = useState(0);
  const [stopped, setStopped] = useState(false);
  const { hovered, ref: pointed } = useHover<HTMLElement>();
  const { focused, ref: focusing } = useFocusWithin<HTMLElement>();
  const whole = useMergedRef(pointed, focusing);
  const track = useRef<HTMLDivElement>(null);
  const count = slides.length;
  const current = count === 0 ? 0 : at % count;
  const plays = count > 1 && !reduced && !stopped && !hovered && !focused;

  useEffect(() => {
    if (!plays) return;
    const timer = setInterval(() => {
      if (!document.hidden) setAt((before) => (before + 1) % count);
    }, autoplaySeconds * 1000);
    return () => clearInterval(timer);
  }, [plays, count, autoplaySeconds]);

  useEffect(() => {
    const element = track.current;
    if (element)
      element.scrollTo?.({ left: current * element.clientWidth, behavior: reduced ? 'instant' : 'smooth' });
  }, [current, reduced]);

  /** After a swipe, the slide that has come to rest. */
  const onScrollEnd = () => {
    const element = track.current;
    if (element && element.clientWidth > 0) setAt(Math.round(element.scrollLeft / element.clientWidth));
  };
  const turn = (by: number) => setAt((before) => (before + by + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    turn(event.key === 'ArrowLeft' ? -1 : 1);
  };
  if (count === 0) return null;
  return (
    <section
      ref={whole}
      className="card relative overflow-hidden"
      aria-roledescription="carousel"
      aria-label={label}
    >
      {count > 1 && (
        <div className={`${classes.bar} absolute row gap-1`}>
          {!reduced && (
            <Tooltip label={stopped ? 'Play' : 'Pause'}>
              <ActionIcon
                aria-label={stopped ? 'Let the slides take turns' : 'Stop the slides'}
                onClick={() => setStopped(!stopped)}
              >
                {stopped ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon aria-label="Previous slide" onClick={() => turn(-1)} onKeyDown={onKeyDown}>
            <IconChevronLeft {...icon} />
          </ActionIcon>
          <span className={`${classes.place} text-small text-dimmed tabular-nums text-center`} aria-hidden>
            {current + 1} / {count}
          </span>
          <ActionIcon aria-label="Next slide" onClick={() => turn(1)} onKeyDown={onKeyDown}>
            <IconChevronRight {...icon} />
          </ActionIcon>
        </div>
      )}
      <div
        ref={track}
        className={`${classes.track} flex`}
        aria-live={plays ? 'off' : 'polite'}
        onScrollEnd={onScrollEnd}
      >
        {slides.map((slide, i) => (
          <div
            key={slide.id}
            className={`${classes.slide} min-w-0`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slide is no part of a form
            role="group"
            aria-roledescription="slide"
            aria-label={`${i + 1} of ${count}: ${slide.label}`}
            aria-hidden={i !== current || undefined}
            inert={i !== current}
          >
            {slide.content}
          </div>
        ))}
      </div>
    </section>
  );
}
