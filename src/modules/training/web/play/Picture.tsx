import { createElement, type ReactNode, type SVGProps } from 'react';
import type { Picture as Drawing, Shape } from '../../course.ts';
import classes from './Picture.module.css';

const names: ReadonlySet<string> = new Set([
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
]);
/** Attributes of a drawing, as React calls them. */
const attributes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'x',
      'y',
      'x1',
      'y1',
      'x2',
      'y2',
      'cx',
      'cy',
      'r',
      'rx',
      'ry',
      'width',
      'height',
      'd',
      'points',
      'dx',
      'dy',
      'transform',
      'opacity',
    ].map((name) => [name, name]),
  ),
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  'stroke-dasharray': 'strokeDasharray',
  'font-size': 'fontSize',
  'font-weight': 'fontWeight',
  'text-anchor': 'textAnchor',
};

function propsOf(given: Shape['attributes']): SVGProps<SVGElement> {
  const props: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'class')
      props.className = value
        .split(/\s+/)
        .map((one) => classes[one] ?? '')
        .join(' ');
    else if (Object.hasOwn(attributes, name)) props[attributes[name]!] = value;
  }
  return props;
}

const drawn = (shape: Shape | string, key: number): ReactNode => {
  if (typeof shape === 'string') return shape;
  if (!names.has(shape.name)) return null;
  return createElement(shape.name, { key, ...propsOf(shape.attributes) }, ...shape.children.map(drawn));
};

/** A drawing of a course in the colours of brand and scheme; `children` lie on top of it. */
export function Picture({ picture, children }: { picture: Drawing; children?: ReactNode }) {
  return (
    <div className={classes.tile}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no file: it takes the colours of the page */}
      <svg className={classes.drawing} viewBox="0 0 640 400" role="img" aria-label={picture.alt}>
        {picture.shape.children.map(drawn)}
      </svg>
      {children}
    </div>
  );
}
