import classes from './DrawingPosture.module.css';

const SQUARES = '111111110111111111111011110111011111110111';
const BARS = [
  [14, 26, 38],
  [10, 30, 30],
  [12, 18, 28],
  [6, 16, 24],
  [4, 10, 20],
] as const;

/** The product's own shapes on the brand's deep ground: rating ruler, severity bars, training squares, policies. Decoration only. */
export function DrawingPosture() {
  return (
    <svg
      className={`${classes.drawing} block w-full`}
      viewBox="0 0 560 400"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <g className={classes.card}>
        <rect x="0.5" y="0.5" width="336" height="152" rx="12" />
        <rect x="352.500" y="0.5" width="207" height="240" rx="12" />
        <rect x="0.5" y="168.500" width="164" height="231" rx="12" />
        <rect x="180.500" y="168.500" width="156" height="231" rx="12" />
        <rect x="352.500" y="256.500" width="207" height="143" rx="12" />
      </g>
      <g className={classes.ruler}>
        <path className={classes.text} d="M24 32h64" />
        <path className={classes.faint} d="M24 50h104" />
        <path className={classes.low} d="M24 104h96" />
        <path className={classes.middle} d="M128 104h74" />
        <path className={classes.high} d="M210 104h102" />
        <path className={classes.pin} d="m258 92-9-14h18z" />
        <path className={classes.faintPin} d="m176 92-6-9h12z" />
        <path
          className={classes.tick}
          d="M24 120v8M72 120v5M120 120v8M165 120v5M206 120v8M258 120v5M312 120v8"
        />
      </g>
      <g>
        <path className={classes.text} d="M376 32h52" />
        {BARS.map(([one, two, three], index) => {
          const x = 376 + index * 35;
          return (
            <g key={x}>
              <rect className={classes.barLow} x={x} y={212 - three * 1.6} width="20" height={three * 1.6} />
              <rect
                className={classes.barMiddle}
                x={x}
                y={209 - three * 1.6 - two * 1.6}
                width="20"
                height={two * 1.6}
              />
              <rect
                className={classes.barHigh}
                x={x}
                y={206 - (three + two + one) * 1.6}
                width="20"
                height={one * 1.6}
              />
            </g>
          );
        })}
        <path className={classes.tick} d="M376 218h160" />
      </g>
      <g>
        <path className={classes.text} d="M24 200h48" />
        {[...SQUARES].map((done, index) => {
          const [x, y] = [24 + (index % 6) * 20.5, 220 + Math.floor(index / 6) * 22];
          return (
            <rect
              key={`${x} ${y}`}
              className={done === '1' ? classes.done : classes.open}
              x={x}
              y={y}
              width="14"
              height="14"
              rx="3"
            />
          );
        })}
      </g>
      <g>
        <path className={classes.text} d="M204 200h60" />
        {[232, 272, 312, 352].map((y, index) => (
          <g key={y}>
            <rect
              className={index < 3 ? classes.done : classes.open}
              x="204"
              y={y - 9}
              width="18"
              height="18"
              rx="9"
            />
            {index < 3 && <path className={classes.check} d={`m209 ${y} 3 3.500 6-7`} />}
            <path className={classes.faint} d={`M234 ${y}h${[72, 56, 66, 44][index]}`} />
          </g>
        ))}
      </g>
      <g>
        <path className={classes.text} d="M376 288h72" />
        <path className={classes.faint} d="M376 306h112" />
        <path className={classes.line} d="M376 372c20-2 28-16 48-14s24-14 44-16 30-20 68-24" />
        <circle className={classes.dot} cx="536" cy="318" r="5" />
      </g>
    </svg>
  );
}
