import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import type { GivenValues, Template } from '../../document.ts';
import { fill } from '../../fill.ts';
import classes from './Editor.module.css';
import { focusField, holdingOf, withValue } from './fields.ts';
import { Paper, PolicyText } from '../Paper.tsx';
import { ValuesForm } from './ValuesForm.tsx';

type Half = 'form' | 'paper';
export type TemplateEditorProps = {
  name: string;
  version: number;
  /** How far the text is, across its head. */
  stamp: string;
  template: Template;
  given: GivenValues;
  problems: ReadonlyMap<string, string>;
  /** Counts up whenever the fields begin anew. */
  edition: number;
  half: Half;
  onHalf: (half: Half) => void;
  onChange: (values: GivenValues) => void;
  onCompany: (from: HTMLElement) => void;
};

const id = 'policy-halves';

/** Form on the left, the paper that it fills in on the right; below that width one of both at a time. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { name, version, stamp, template, given, problems, edition, half, onHalf, onChange, onCompany } =
    props;
  // beside the menu, two columns under this are too narrow to read
  const isWide = useMediaQuery('(min-width: 65em)', false, { getInitialValueInEffect: false });
  const [active, setActive] = useState<string | null>(null);
  const paper = useRef<HTMLElement>(null);
  const shown = useDeferredValue(given);
  const blocks = useMemo(
    () => fill(template.blocks, holdingOf(template, shown), template.values),
    [template, shown],
  );
  const company = holdingOf(template, shown).companyName;

  useEffect(() => {
    const box = paper.current;
    if (!isWide || active === null || !box) return;
    const place = box.querySelector<HTMLElement>(`[data-value="${CSS.escape(active)}"]`);
    if (!place) return;
    const from = box.getBoundingClientRect();
    const at = place.getBoundingClientRect();
    if (at.top >= from.top + 24 && at.bottom <= from.bottom - 24) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.scrollTo({
      top: box.scrollTop + at.top - from.top - from.height / 3,
      behavior: calm ? 'auto' : 'smooth',
    });
  }, [active, isWide]);

  const pick = (event: MouseEvent) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-value]')?.dataset.value;
    if (!key) return;
    setActive(key);
    onHalf('form');
    // once the form stands there
    setTimeout(() => focusField(key), 0);
  };
  const panel = (which: Half) =>
    isWide
      ? {}
      : {
          id: `${id}-panel-${which}`,
          role: 'tabpanel',
          'aria-labelledby': `${id}-tab-${which}`,
          hidden: half !== which,
          tabIndex: -1,
        };
  return (
    <Tabs
      id={id}
      value={half}
      onChange={(next) => onHalf(next as Half)}
      className={`${classes.halves} stack gap-4`}
      data-wide={isWide || undefined}
    >
      {!isWide && (
        <Tabs.List grow className={classes.tabs}>
          <Tabs.Tab value="form">Fill in</Tabs.Tab>
          <Tabs.Tab value="paper">Read the text</Tabs.Tab>
        </Tabs.List>
      )}
      <div {...panel('form')} className={`${classes.formHalf} card min-w-0 outline-none`}>
        <ValuesForm
          key={edition}
          template={template}
          given={given}
          problems={problems}
          active={active}
          onActive={setActive}
          onChange={(key, value) => onChange(withValue(key, value, template, given))}
          onCompany={onCompany}
        />
      </div>
      <div {...panel('paper')} className={`${classes.paperHalf} min-w-0 outline-none`}>
        {/* a shortcut for the mouse: by keyboard, the form itself is the way to every value */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <section
          ref={paper}
          className={classes.scroll}
          aria-label="Preview of the text"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onClick={pick}
        >
          <Paper
            title={name}
            stamp={stamp}
            meta={[company, `Version ${version}`].filter(Boolean).join(' · ')}
          >
            <PolicyText blocks={blocks} editable active={active} />
          </Paper>
        </section>
      </div>
    </Tabs>
  );
}
